import { climates, medicineCategories, seasons } from '@mms/contracts'
import { describe, expect, test } from 'vitest'
import { highRiskCategories, risks, risksUnder } from './high-risk.ts'

describe('categories at high risk', () => {
  test.each([
    ['winter', 'cold', ['Antihistamines', 'Antipyretics', 'Antivirals', 'Steroids', 'Vitamins']],
    ['spring', 'hot', ['Antihistamines', 'Supplements']],
    ['summer', 'rainy', ['Analgesics', 'Antibiotics', 'Antipyretics', 'Supplements']],
    ['fall', 'dry', ['Antihistamines', 'Antipyretics']],
  ] as const)('in %s, when it is %s, are %j', (season, climate, expected) => {
    expect(highRiskCategories(season, climate)).toEqual(expected)
  })

  test('each has a reason and a source, and is named once for each condition', () => {
    for (const { when, category, because, source } of risks) {
      expect([...seasons, ...climates]).toContain(when)
      expect(medicineCategories).toContain(category)
      expect(because).toMatch(/^[a-z].*[a-z]$/i)
      expect(source.length).toBeGreaterThan(10)
    }
    expect(new Set(risks.map(({ when, category }) => `${when} ${category}`)).size).toBe(risks.length)
  })

  test('every season and climate has some', () => {
    for (const condition of [...seasons, ...climates]) {
      expect(risks.some(({ when }) => when === condition)).toBe(true)
    }
    expect(risksUnder('fall', 'rainy').map(({ when }) => when)).toEqual(['fall', 'rainy', 'rainy', 'rainy'])
  })
})
