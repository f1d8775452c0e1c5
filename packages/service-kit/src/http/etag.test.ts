import { expect, test } from 'vitest'
import { etagOf, namesVersion, weakEtagOf } from './etag.ts'

test.each([
  ['"7"', true],
  ['W/"7"', true],
  ['"6", "7"', true],
  ['"6",W/"7"', true],
  ['*', true],
  ['"6"', false],
  ['"77"', false],
  ['7', false],
  ['', false],
])('%s names version 7: %s', (header, expected) => {
  expect(namesVersion(header, 7)).toBe(expected)
})

test('a tag names the version that it was made of, and no other', () => {
  expect(namesVersion(etagOf(7), 7)).toBe(true)
  expect(namesVersion(etagOf(7), 8)).toBe(false)
  expect(weakEtagOf('epoch.7')).toBe('W/"epoch.7"')
})
