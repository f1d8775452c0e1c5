import { expect, test } from 'vitest'
import type { SeasonScheme } from './analytics-words.ts'
import { seasonName, seasonOfMonth } from './season.ts'

const year = (scheme: SeasonScheme, latitude: number) =>
  Array.from({ length: 12 }, (_, index) => seasonOfMonth(index + 1, { scheme, latitude })[1]).join('')

/** The second letters, because summer and spring begin alike: wInter sPring sUmmer fAll. */
test.each([
  ['standard', 28.6, 'iipppuuuaaai'],
  ['standard', 0, 'iipppuuuaaai'],
  ['standard', -33.9, 'uuaaaiiipppu'],
  ['imd', 28.6, 'iipppuuuuaaa'],
  ['imd', -33.9, 'iipppuuuuaaa'],
] as const)('seasons of January to December, %s at latitude %d, are %s', (scheme, latitude, expected) => {
  expect(year(scheme, latitude)).toBe(expected)
})

test('a scheme with names of its own is quoted with both', () => {
  expect(seasonName('summer', 'imd')).toBe('monsoon (summer)')
  expect(seasonName('winter', 'imd')).toBe('winter')
  expect(seasonName('fall', 'standard')).toBe('fall')
})
