import { expect, test } from 'vitest'
import { comparable, toServerValue } from './convert.ts'
import { createDigest } from './digest.ts'

test('values take the form of the server', () => {
  expect(toServerValue(null, 'datetime')).toBeNull()
  expect(toServerValue(1_764_060_600_007n, 'datetime')).toBe('2025-11-25 08:50:00.007')
  expect(toServerValue('2028-02-29', 'date')).toBe('2028-02-29')
  expect(toServerValue(9_007_199_254_740_993n, 'bigint')).toBe('9007199254740993')
  expect(toServerValue(1e20, 'double')).toBe('100000000000000000000')
  expect(toServerValue(new Uint8Array([0, 255]), 'varbinary')).toEqual(Buffer.from([0, 255]))
  expect(toServerValue('é', 'varbinary')).toEqual(Buffer.from('é'))
  expect(comparable('1e20', 'double')).toBe(comparable('100000000000000000000', 'double'))
})

test('a digest depends on rows, not on their order', () => {
  const of = (...rows: string[][]) => {
    const digest = createDigest()
    for (const row of rows) digest.add(row)
    return digest.result()
  }
  expect(of(['a', 'b'], ['c', 'd'])).toEqual(of(['c', 'd'], ['a', 'b']))
  expect(of(['a', 'b'])).not.toEqual(of(['b', 'a']))
  expect(of(['a'], ['a'])).not.toEqual(of(['b'], ['b']))
})
