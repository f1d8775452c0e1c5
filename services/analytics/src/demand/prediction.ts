import {
  type ClimatePrediction,
  type ExpectedDemand,
  lotsOf,
  multiplierOf,
  SENSITIVE_ABOVE,
  unexpiredUnits,
} from '@mms/contracts'
import type { Conditions } from '../conditions/rules.ts'
import { risksUnder } from './high-risk.ts'
import { needsMore, type PredictedMedicine } from './need.ts'
import { factorReasons, inOneLine, riskReason, stockReasons } from './reasons.ts'

export type FindExpectedDemand = (medicine: PredictedMedicine) => ExpectedDemand | null

/** Predicts a medicine's demand with its reasons as sentences, the decisive one first. Expired stock does not count. */
export function createPredictor(conditions: Conditions, expect: FindExpectedDemand = () => null) {
  const { season, climate } = conditions
  const risks = Map.groupBy(risksUnder(conditions), ({ category }) => category as string)
  return function predict(medicine: PredictedMedicine): ClimatePrediction {
    const multiplier = multiplierOf(medicine.factors, season, climate)
    const ownRisks = risks.get(medicine.category) ?? []
    const expected = expect(medicine)
    const { currentStock, minStockLevel } = medicine
    const unexpired = unexpiredUnits(lotsOf(medicine), conditions.date)
    const cover = { unexpired, multiplier: multiplier.value, expected }
    const stock = stockReasons(medicine, cover)
    const others = [...factorReasons(multiplier, conditions), ...ownRisks.map(riskReason)]
    return {
      _id: medicine.id,
      medicine: medicine.name,
      category: medicine.category,
      isHighRiskCategory: ownRisks.length > 0,
      predictedDemandMultiplier: multiplier.value,
      currentStock,
      minStockLevel,
      needsRestock: needsMore(medicine, cover),
      reasonsForPrediction: expected ? [...stock, ...others] : [...others, ...stock],
      ...(multiplier.value > SENSITIVE_ABOVE && {
        reasonInOneLine: inOneLine(medicine, cover, multiplier, conditions),
      }),
      expectedDemand: expected,
    }
  }
}
