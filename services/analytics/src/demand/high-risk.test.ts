import { describe, expect, test } from 'vitest'
import { highRiskCategories, risksUnder, seasonalRisks } from './high-risk.ts'

describe('categories at high risk', () => {
  test.each([
    ['01', 'winter', 'cold', ['Antihistamines', 'Antipyretics', 'Antivirals', 'Steroids', 'Vitamins']],
    ['12', 'winter', 'dry', ['Antihistamines', 'Steroids', 'Vitamins']],
    ['04', 'spring', 'hot', ['Antihistamines', 'Supplements']],
    ['07', 'summer', 'rainy', ['Analgesics', 'Antibiotics', 'Antipyretics', 'Supplements']],
    ['10', 'fall', 'dry', ['Antihistamines', 'Antipyretics']],
    ['11', 'fall', 'dry', ['Antihistamines']],
  ] as const)('in month %s, %s, when it is %s, are %j', (month, season, climate, expected) => {
    expect(highRiskCategories({ season, climate, date: `2026-${month}-15` })).toEqual(expected)
  })

  test('a disease with months of its own is a reason in these months only', () => {
    const reasonsIn = (month: string) =>
      risksUnder({ season: 'fall', climate: 'dry', date: `2026-${month}-15` }).map(({ because }) => because)
    for (const month of ['08', '09', '10'])
      expect(reasonsIn(month)).toContain('dengue peaks from August to October')
    for (const month of ['07', '11']) expect(reasonsIn(month).join()).not.toContain('dengue')
    for (const { because, months = [] } of seasonalRisks)
      expect(/from \w+ to \w+/.test(because)).toBe(months.length > 0)
  })
})
