import { expect, test } from 'vitest'
import { namesVersion } from './etag.ts'

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
