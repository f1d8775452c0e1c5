import { expect, test } from 'vitest'
import { type City, findCity } from '../climate-zones/cities.ts'
import { conditionsOn } from './rules.ts'

const mumbai = findCity('Mumbai') as City
const plain = { seasonScheme: 'standard', seasonOverride: null, climateOverride: null } as const

test('come from the calendar and the normals, and say so', () => {
  expect(conditionsOn('2026-07-15', mumbai, plain)).toMatchObject({
    season: 'summer',
    seasonSource: 'calendar',
    seasonBasis: 'July is summer',
    climate: 'rainy',
    climateSource: 'normals',
    climateBasis: expect.stringMatching(
      /^Mumbai in July: [\d.]+ °C on average, [\d.]+ mm of rain on [\d.]+ days; normals/,
    ),
  })
})

test('follow the season scheme and the hemisphere', () => {
  const imd = { ...plain, seasonScheme: 'imd' } as const
  expect(conditionsOn('2026-12-15', mumbai, imd)).toMatchObject({
    season: 'fall',
    seasonBasis: 'December is post-monsoon (fall)',
  })
  const south = { ...mumbai, latitude: -19 }
  expect(conditionsOn('2026-12-15', south, plain).season).toBe('summer')
})

test('are what an administrator says through the last day, and no longer', () => {
  const settings = {
    ...plain,
    seasonOverride: { season: 'winter', until: '2026-07-15' },
    climateOverride: { climate: 'cold', until: '2026-07-20' },
  } as const
  expect(conditionsOn('2026-07-15', mumbai, settings)).toMatchObject({
    season: 'winter',
    seasonSource: 'override',
    climate: 'cold',
    climateSource: 'override',
  })
  expect(conditionsOn('2026-07-16', mumbai, settings)).toMatchObject({
    season: 'summer',
    seasonSource: 'calendar',
    climate: 'cold',
  })
  expect(conditionsOn('2026-07-21', mumbai, settings)).toMatchObject({ climate: 'rainy' })
})

test('take the weather before the normals, and an override before the weather', () => {
  const observed = { climate: 'dry', basis: 'no rain' } as const
  expect(conditionsOn('2026-07-15', mumbai, plain, observed)).toMatchObject({
    climate: 'dry',
    climateSource: 'weather',
    climateBasis: 'no rain',
  })
  const settings = { ...plain, climateOverride: { climate: 'hot', until: '2026-07-20' } } as const
  expect(conditionsOn('2026-07-15', mumbai, settings, observed).climate).toBe('hot')
})
