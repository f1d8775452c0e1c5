import { describe, expect, test } from 'vitest'
import { cities, DEFAULT_CITY, findCity } from './cities.ts'
import { climateClass } from './climate-class.ts'

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
