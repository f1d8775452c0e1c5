import { describe, expect, test } from 'vitest'
import { cities, DEFAULT_CITY, findCity } from './cities.ts'
import { climateClass, weatherInWords } from './climate-class.ts'

const yearIn = (name: string) =>
  findCity(name)
    ?.months.map((month) => climateClass(month)[0]?.toUpperCase())
    .join('')

describe('climate from January to December (Cold, Rainy, Hot, Dry)', () => {
  test.each([
    ['Mumbai', 'DDDHHRRRRHDD'],
    ['New Delhi', 'CCDHHHRRRDDC'],
    ['Chennai', 'DDHHHHRRRRRR'],
    ['Kolkata', 'DDHHRRRRRRDD'],
    ['Bengaluru', 'DDDHRRRRRRDD'],
    ['Srinagar', 'CCCCCDDDDCCC'],
  ])('of %s is %s', (city, expected) => {
    expect(yearIn(city)).toBe(expected)
  })
})

describe('the shipped cities', () => {
  test('are at least thirty, and the default one is among them', () => {
    expect(cities.length).toBeGreaterThanOrEqual(30)
    expect(findCity(DEFAULT_CITY)).toBeDefined()
    expect(findCity('Atlantis')).toBeUndefined()
  })
})

describe('the climate of a month', () => {
  test.each([
    ['cold, however much it rains', { tmax: 19, tmin: 10.9, rain: 400, rainyDays: 20 }, 'cold'],
    ['rainy by the amount', { tmax: 30, tmin: 0, rain: 100, rainyDays: 0 }, 'rainy'],
    ['rainy by the days', { tmax: 40, tmin: 30, rain: 0, rainyDays: 6 }, 'rainy'],
    ['hot on average', { tmax: 31, tmin: 25, rain: 99.9, rainyDays: 5.9 }, 'hot'],
    ['hot at noon', { tmax: 35, tmin: 5, rain: 0, rainyDays: 0 }, 'hot'],
    ['cold when it is only cool', { tmax: 25, tmin: 10.9, rain: 0, rainyDays: 0 }, 'cold'],
    ['dry otherwise', { tmax: 26, tmin: 10, rain: 0, rainyDays: 0 }, 'dry'],
  ] as const)('is %s', (_, weather, expected) => {
    expect(climateClass(weather)).toBe(expected)
  })
})

test('the figures are told in words', () => {
  expect(weatherInWords({ tmax: 30.1, tmin: 25.1, rain: 919.9, rainyDays: 23 })).toBe(
    '27.6 °C on average, 919.9 mm of rain on 23 days',
  )
})
