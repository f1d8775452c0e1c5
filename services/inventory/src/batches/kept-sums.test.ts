import { expect, test } from 'vitest'
import { createKeptSums } from './kept-sums.ts'

test('what is not fresh is the answer while it is computed again, once; what is old is not', async () => {
  let at = 0
  let sums = 0
  const kept = createKeptSums<{ units: number }>(() => at)
  const read = () =>
    kept.read('a', async () => {
      sums += 1
      return { units: sums }
    })
  expect(await Promise.all([read(), read()])).toEqual([{ units: 1 }, { units: 1 }])
  at = 1_999
  expect(await read()).toEqual({ units: 1 })
  at = 2_000
  expect(await Promise.all([read(), read()])).toEqual([{ units: 1 }, { units: 1 }])
  expect(await read()).toEqual({ units: 2 })
  at = 33_000
  expect(await read()).toEqual({ units: 3 })
})

test('a failure is not kept, and leaves what there is', async () => {
  let at = 0
  const kept = createKeptSums<{ units: number }>(() => at)
  const fail = () => kept.read('a', () => Promise.reject(new Error('no database')))
  await expect(fail()).rejects.toThrow('no database')
  await kept.read('a', async () => ({ units: 1 }))
  at = 3_000
  expect(await fail()).toEqual({ units: 1 })
  expect(await fail()).toEqual({ units: 1 })
})
