import { expect, test } from 'vitest'
import { type City, findCity } from '../climate-zones/cities.ts'
import { conditionsOn } from './rules.ts'

const mumbai = findCity('Mumbai') as City
const plain = { seasonScheme: 'standard', seasonOverride: null, climateOverride: null } as const

test('come from the calendar and the normals, and say so', () => {
  const conditions = conditionsOn('2026-07-15', mumbai, plain)
  const season = { season: 'summer', seasonSource: 'calendar', seasonBasis: 'July is summer' }
  expect(conditions).toMatchObject({ ...season, climate: 'rainy', climateSource: 'normals' })
  const basis = /^Mumbai in July: [\d.]+ °C on average, [\d.]+ mm of rain on [\d.]+ days; normals/
  expect(conditions.climateBasis).toMatch(basis)
})

test('follow the season scheme and the hemisphere', () => {
  const imd = { ...plain, seasonScheme: 'imd' } as const
  const december = { season: 'fall', seasonBasis: 'December is post-monsoon (fall)' }
  expect(conditionsOn('2026-12-15', mumbai, imd)).toMatchObject(december)
  const south = { ...mumbai, latitude: -19 }
  expect(conditionsOn('2026-12-15', south, plain).season).toBe('summer')
})

test('are what an administrator says through the last day, and no longer', () => {
  const seasonOverride = { season: 'winter', until: '2026-07-15' } as const
  const climateOverride = { climate: 'cold', until: '2026-07-20' } as const
  const on = (date: string) => {
    const given = conditionsOn(date, mumbai, { ...plain, seasonOverride, climateOverride })
    return [given.season, given.seasonSource, given.climate, given.climateSource]
  }
  expect(on('2026-07-15')).toEqual(['winter', 'override', 'cold', 'override'])
  expect(on('2026-07-16')).toEqual(['summer', 'calendar', 'cold', 'override'])
  expect(on('2026-07-21')).toEqual(['summer', 'calendar', 'rainy', 'normals'])
})

test('take the weather before the normals, and an override before the weather', () => {
  const observed = { climate: 'dry', basis: 'no rain' } as const
  const told = { climate: 'dry', climateSource: 'weather', climateBasis: 'no rain' }
  expect(conditionsOn('2026-07-15', mumbai, plain, observed)).toMatchObject(told)
  const settings = { ...plain, climateOverride: { climate: 'hot', until: '2026-07-20' } } as const
  expect(conditionsOn('2026-07-15', mumbai, settings, observed).climate).toBe('hot')
})
