import { type DemandFactors, needsRestock } from '@mms/contracts'
import { describe, expect, test } from 'vitest'
import { conditionsOn } from '../conditions/rules.ts'
import { type City, findCity } from '../places/cities.ts'
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

describe('the multiplier', () => {
  test.each([
    ['both factors', {}, 1.5 * 1.8],
    ['the season alone', { climateDependent: false }, 1.5],
    ['the climate alone', { seasonal: false }, 1.8],
    ['neither', { seasonal: false, climateDependent: false }, 1],
    ['no demand at all', { seasonalTrend: { winter: 1, spring: 1, summer: 0, fall: 1 } }, 0],
    ['a hundredfold', { seasonal: false, climateFactors: { rainy: 100, dry: 1, cold: 1, hot: 1 } }, 100],
  ])('is the product of %s', (_, differing, expected) => {
    const predicted = predict({ ...medicine, factors: factors(differing) })
    expect(predicted.predictedDemandMultiplier).toBeCloseTo(expected, 10)
    expect(predicted.reasonsForPrediction.join()).not.toMatch(/NaN|Infinity|null|undefined/)
  })
})

test('reasons name each factor, its value, where it comes from, the risk of the category, and the stock', () => {
  const { reasonsForPrediction, isHighRiskCategory, needsRestock: restock } = predict(medicine)
  expect(isHighRiskCategory).toBe(true)
  expect(restock).toBe(true)
  expect(reasonsForPrediction).toEqual([
    "Season: 1.5× in summer, the factor in this medicine's form (July is summer).",
    expect.stringMatching(
      /^Climate: 1\.8× when it is rainy, the factor in this medicine's form \(Mumbai in July: .* mm of rain/,
    ),
    'Together: 1.5× × 1.8× = 2.7× normal demand.',
    expect.stringMatching(
      /^Antipyretics are at high risk in rainy conditions: dengue, malaria .* \(World Health/,
    ),
    'Restock: 27 units in stock, at or below 10 (minimum) × 2.7 = 27.',
    expect.stringMatching(/^There is no sales history/),
  ])
})

test('a medicine that follows neither says so, and a category without a risk has none', () => {
  const even = factors({ seasonal: false, climateDependent: false })
  expect(predict({ ...medicine, category: 'Antidiabetics', factors: even })).toMatchObject({
    isHighRiskCategory: false,
    needsRestock: false,
    reasonsForPrediction: [
      'Normal demand (1×): the form of this medicine says that neither season nor climate matters.',
      'By its minimum, stock is adequate: 27 units in stock, above 10 (minimum) × 1 = 10.',
      'There is no sales history to forecast from yet, so only the factors and the minimum are looked at.',
    ],
    expectedDemand: null,
  })
})

describe('restock', () => {
  test.each([
    ['at the minimum', 10, 10, 1, true],
    ['above it', 11, 10, 1, false],
    ['above it, when more is wanted', 15, 10, 1.5, true],
    ['below it, when less is wanted', 6, 10, 0.5, false],
    ['of nothing, when nothing is wanted', 0, 10, 0, false],
    ['of nothing, without a minimum', 0, 0, 1, true],
  ])('%s', (_, currentStock, minStockLevel, multiplier, expected) => {
    expect(needsRestock({ currentStock, minStockLevel }, multiplier)).toBe(expected)
  })
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
    expect(predicted.reasonsForPrediction.slice(-2)).toEqual([
      'By its minimum, stock is adequate: 27 units in stock, above 10 (minimum) × 1 = 10.',
      'Restock: 28.5 units are expected to be wanted in 14 days (forecast of 15 Jul 2026 from 52 whole weeks of sales: 10 in a usual week × 1.43 for the season), more than the 27 in stock.',
    ])
  })

  test('what has expired covers neither demand nor minimum; it is good through its printed day', () => {
    const one = { ...expected, units: 5 }
    const predictOne = createPredictor(july, () => one)
    const good = predictOne({ ...medicine, factors: even, expiryDate: '2026-07-15' })
    expect(good.needsRestock).toBe(false)
    const {
      needsRestock: restock,
      currentStock,
      reasonsForPrediction,
    } = predictOne({
      ...medicine,
      ...{ factors: even, expiryDate: '2026-07-14' },
    })
    expect([restock, currentStock]).toEqual([true, 27])
    expect(reasonsForPrediction.slice(-2)).toEqual([
      'Restock: 0 unexpired of 27 units in stock, at or below 10 (minimum) × 1 = 10.',
      expect.stringMatching(/^Restock: 5 units .* more than the 0 unexpired of 27 units in stock\.$/),
    ])
  })

  test('less of it does not, and is told', () => {
    const one = { ...expected, units: 27, knownWeeks: 1 }
    const predicted = createPredictor(july, () => one)({ ...medicine, factors: even })
    expect(predicted.needsRestock).toBe(false)
    expect(predicted.reasonsForPrediction.at(-1)).toBe(
      '27 units are expected to be wanted in 14 days (forecast of 15 Jul 2026 from 1 whole week of sales: 10 in a usual week × 1.35 for the season).',
    )
  })

  test('no use at all is told without dividing by it', () => {
    const none = { ...expected, units: 0, perWeek: 0 }
    const predicted = createPredictor(july, () => none)({ ...medicine, factors: even })
    expect(predicted.reasonsForPrediction.at(-1)).toContain('0 in a usual week)')
    expect(predicted.reasonsForPrediction.join()).not.toMatch(/NaN|Infinity/)
  })
})
