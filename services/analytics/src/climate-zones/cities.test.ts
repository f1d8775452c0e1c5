import { expect, test } from 'vitest'
import { findCity } from './cities.ts'
import { climateClass } from './climate-class.ts'

const yearIn = (name: string) =>
  findCity(name)
    ?.months.map((month) => climateClass(month)[0]?.toUpperCase())
    .join('')

test.each([
  ['Mumbai', 'DDDHHRRRRHDD'],
  ['Chennai', 'DDHHHHRRRRRR'],
  ['Srinagar', 'CCCCCDDDDCCC'],
])('the climate of %s from January to December (Cold, Rainy, Hot, Dry) is %s', (city, expected) => {
  expect(yearIn(city)).toBe(expected)
})

test.each([
  ['cold, however much it rains', { tmax: 19, tmin: 10.9, rain: 400, rainyDays: 20 }, 'cold'],
  ['rainy by the amount', { tmax: 30, tmin: 0, rain: 100, rainyDays: 0 }, 'rainy'],
  ['rainy by the days', { tmax: 40, tmin: 30, rain: 0, rainyDays: 6 }, 'rainy'],
  ['hot on average', { tmax: 31, tmin: 25, rain: 99.9, rainyDays: 5.9 }, 'hot'],
  ['hot at noon', { tmax: 35, tmin: 5, rain: 0, rainyDays: 0 }, 'hot'],
  ['cold when it is only cool', { tmax: 25, tmin: 10.9, rain: 0, rainyDays: 0 }, 'cold'],
  ['dry otherwise', { tmax: 26, tmin: 10, rain: 0, rainyDays: 0 }, 'dry'],
] as const)('the climate of a month is %s', (_, weather, expected) => {
  expect(climateClass(weather)).toBe(expected)
})
