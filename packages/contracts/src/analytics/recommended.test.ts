import { expect, test } from 'vitest'
import type { ClimatePrediction } from './analytics.ts'
import { recommendedOf } from './recommended.ts'

const prediction = (medicine: string, parts: Partial<ClimatePrediction>): ClimatePrediction => ({
  ...{ _id: medicine, medicine, category: 'Antipyretics', isHighRiskCategory: true },
  ...{ predictedDemandMultiplier: 2, currentStock: 20, minStockLevel: 10, needsRestock: false },
  reasonsForPrediction: [],
  expectedDemand: null,
  ...parts,
})
const expectedDemand = {
  ...{ madeOn: '2026-11-23', method: 'ses', knownWeeks: 9, perWeek: 20, days: 14 },
  units: 40,
}

test('what needs restocking comes first, the emptiest of it at the head, then the most wanted', () => {
  const found = recommendedOf([
    prediction('enough', { predictedDemandMultiplier: 1.4 }),
    prediction('enough, wanted more', { predictedDemandMultiplier: 3 }),
    prediction('all but there', { needsRestock: true, currentStock: 19 }),
    prediction('half of the forecast', { needsRestock: true, expectedDemand }),
    prediction('none', { needsRestock: true, currentStock: 0, predictedDemandMultiplier: 1.4 }),
    prediction('at the limit', { needsRestock: true, predictedDemandMultiplier: 1.3 }),
    prediction('no risk', { needsRestock: true, isHighRiskCategory: false }),
  ])
  expect(found.map(({ medicine }) => medicine)).toEqual([
    ...['none', 'half of the forecast', 'all but there', 'enough, wanted more', 'enough'],
  ])
})
