import { type DemandFactors, needsRestock } from '@mms/contracts'
import { describe, expect, test } from 'vitest'
import { type City, findCity } from '../climate-zones/cities.ts'
import { conditionsOn } from '../conditions/rules.ts'
import { highRiskCategories, risksUnder, seasonalRisks } from './high-risk.ts'
import { createPredictor } from './prediction.ts'

const settings = { seasonScheme: 'standard', seasonOverride: null, climateOverride: null } as const
const july = conditionsOn('2026-07-15', findCity('Mumbai') as City, settings)
const predict = createPredictor(july)

const factors = (differing: Partial<DemandFactors> = {}): DemandFactors => ({
  seasonal: true,
  seasonalTrend: { winter: 1.4, spring: 1, summer: 1.5, fall: 1.5 },
  climateDependent: true,
  climateFactors: { rainy: 1.8, dry: 0.9, cold: 1.4, hot: 1 },
  ...differing,
})
const medicine = {
  id: '0193a1b2-0000-7000-8000-000000000001',
  name: 'Paracetamol 650 mg',
  category: 'Antipyretics',
  currentStock: 27,
  minStockLevel: 10,
  expiryDate: null,
  factors: factors(),
}

test.each([
  ['both factors', {}, 1.5 * 1.8],
  ['the season alone', { climateDependent: false }, 1.5],
  ['the climate alone', { seasonal: false }, 1.8],
  ['no demand at all', { seasonalTrend: { winter: 1, spring: 1, summer: 0, fall: 1 } }, 0],
])('the multiplier is the product of %s', (_, differing, expected) => {
  const predicted = predict({ ...medicine, factors: factors(differing) })
  expect(predicted.predictedDemandMultiplier).toBeCloseTo(expected, 10)
  expect(predicted.reasonsForPrediction.join()).not.toMatch(/NaN|Infinity|null|undefined/)
})

test('reasons name each factor, its value, where it comes from, the risk of the category, and the stock', () => {
  const predicted = predict(medicine)
  expect(predicted).toMatchObject({ isHighRiskCategory: true, needsRestock: true })
  expect(predicted.reasonsForPrediction).toEqual([
    'Summer: ×1.5 (set for this medicine).',
    expect.stringMatching(/^Rainy: ×1\.8 \(set for this medicine; Mumbai in July: .* mm of rain/),
    'Together: 1.5 × 1.8 = ×2.7 normal demand.',
    expect.stringMatching(
      /^Antipyretics are a high-risk category now \(rainy\): dengue, malaria .* \(World Health/,
    ),
    'Restock: 27 left (need 28; minimum 10 × 2.7 = 27).',
    expect.stringMatching(/^No sales history/),
  ])
  expect(predicted.reasonInOneLine).toBe('2.7x demand: summer and rainy; 27 left, 28 needed')
})

test.each([
  ['at the minimum', 10, 10, 1, true],
  ['above it', 11, 10, 1, false],
  ['above it, when more is wanted', 15, 10, 1.5, true],
  ['below it, when less is wanted', 6, 10, 0.5, false],
  ['of nothing, when nothing is wanted', 0, 10, 0, false],
  ['of nothing, without a minimum', 0, 0, 1, true],
])('restock %s', (_, currentStock, minStockLevel, multiplier, expected) => {
  expect(needsRestock({ currentStock, minStockLevel }, multiplier)).toBe(expected)
})

describe('where there is history', () => {
  const expected = {
    ...{ madeOn: '2026-07-15', method: 'factor+theta', knownWeeks: 52 },
    ...{ perWeek: 10, days: 14, units: 28.5 },
  }
  const even = factors({ seasonal: false, climateDependent: false })

  test('more expected demand than stock needs restocking, whatever the minimum is', () => {
    const predicted = createPredictor(july, () => expected)({ ...medicine, factors: even })
    expect(predicted).toMatchObject({ needsRestock: true, expectedDemand: expected })
    expect(predicted.reasonsForPrediction[0]).toBe(
      'Restock: 27 left; about 29 needed in the next 14 days (28.5: 10 in a usual week × 1.43 for the season; forecast made on 15 Jul 2026 from 52 whole weeks of sales).',
    )
    expect(predicted.reasonInOneLine).toBeUndefined()
  })

  test('it decides, and not what the form expects, which stays a reason', () => {
    const enough = createPredictor(july, () => ({ ...expected, units: 20 }))(medicine)
    // By the form 10 × 2.7 = 27 are needed, and 27 are in stock.
    expect(predict(medicine).needsRestock).toBe(true)
    expect(enough.needsRestock).toBe(false)
    expect(enough.reasonsForPrediction[1]).toBe('Summer: ×1.5 (set for this medicine).')
    expect(enough.reasonInOneLine).toBe(
      'Forecast: 27 left, 20 needed in 14 days; 2.7x normal demand: summer and rainy',
    )
  })

  test('the minimum stays the least, as it is', () => {
    const low = createPredictor(july, () => ({ ...expected, units: 5 }))({ ...medicine, currentStock: 10 })
    expect(low.needsRestock).toBe(true)
    expect(low.reasonInOneLine).toMatch(/^Forecast: 10 left, 5 needed in 14 days, minimum 10; 2.7x normal/)
    expect(low.reasonsForPrediction[0]).toMatch(/^Restock: 10 left, minimum 10; about 5 needed/)
  })

  test('what has expired covers neither demand nor minimum; it is good through its printed day', () => {
    const one = { ...expected, units: 5 }
    const predictOne = createPredictor(july, () => one)
    const good = predictOne({ ...medicine, factors: even, expiryDate: '2026-07-15' })
    expect(good.needsRestock).toBe(false)
    const expired = predictOne({ ...medicine, factors: even, expiryDate: '2026-07-14' })
    expect(expired).toMatchObject({ needsRestock: true, currentStock: 27 })
    expect(expired.reasonsForPrediction[0]).toMatch(
      /^Restock: 0 unexpired of 27 left, minimum 10; about 5 needed in the next 14 days \(5: /,
    )
  })

  test('no use at all is told without dividing by it', () => {
    const none = { ...expected, units: 0, perWeek: 0 }
    const predicted = createPredictor(july, () => none)({ ...medicine, factors: even })
    expect(predicted.reasonsForPrediction[0]).toContain('(0: 0 in a usual week;')
    expect(predicted.reasonsForPrediction.join()).not.toMatch(/NaN|Infinity/)
  })
})

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
