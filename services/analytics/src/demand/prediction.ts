import {
  type ClimatePrediction,
  type DemandFactors,
  dateInWords,
  type ExpectedDemand,
  lotsOf,
  type Multiplier,
  multiplierOf,
  neededStock,
  needsRestock,
  unexpiredUnits,
} from '@mms/contracts'
import type { Conditions } from '../conditions/rules.ts'
import { type Risk, risksUnder } from './high-risk.ts'

/** A medicine as far as its demand is predicted. */
export interface PredictedMedicine {
  id: string
  name: string
  category: string
  currentStock: number
  minStockLevel: number
  expiryDate: string | null
  factors: DemandFactors
}

const decimals = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const times = (value: number) => `${decimals.format(value)}×`

/** Thousands of forecasts are of one day, and a date takes longer to write than the rest of their sentence. */
let written = { date: '', words: '' }
function inWords(date: string): string {
  if (written.date !== date) written = { date, words: dateInWords(date) }
  return written.words
}

/** `2 units are expected to be wanted in 14 days from 21 Nov 2026 on: …`, and what that rests on. */
export function expectedSentence({ madeOn, knownWeeks, perWeek, days, units }: ExpectedDemand): string {
  const usual = (perWeek / 7) * days
  const weeks = `${whole.format(knownWeeks)} whole ${knownWeeks === 1 ? 'week' : 'weeks'} of sales`
  const season = usual > 0 ? ` × ${decimals.format(units / usual)} for the season` : ''
  return (
    `${decimals.format(units)} units are expected to be wanted in ${days} days ` +
    `(forecast of ${inWords(madeOn)} from ${weeks}: ${decimals.format(perWeek)} in a usual week${season})`
  )
}

/** Whether more is expected to be wanted than there is unexpired. */
export const isShort = (expected: ExpectedDemand | null | undefined, unexpired: number): boolean =>
  !!expected && expected.units > unexpired

/** `27 units`; where some have expired, the others are what counts. */
const stockWords = (currentStock: number, unexpired: number, noun = ' units'): string =>
  unexpired === currentStock
    ? `${whole.format(currentStock)}${noun} in stock`
    : `${whole.format(unexpired)} unexpired of ${whole.format(currentStock)} units in stock`

function expectedReason(expected: ExpectedDemand, currentStock: number, unexpired: number): string {
  const sentence = expectedSentence(expected)
  return isShort(expected, unexpired)
    ? `Restock: ${sentence}, more than the ${stockWords(currentStock, unexpired, '')}.`
    : `${sentence}.`
}

const NORMAL_DEMAND =
  'Normal demand (1×): the form of this medicine says that neither season nor climate matters.'

function factorReasons({ seasonal, climatic, value }: Multiplier, conditions: Conditions): string[] {
  const { season, climate, seasonBasis, climateBasis } = conditions
  const reasons: string[] = []
  if (seasonal !== null)
    reasons.push(
      `Season: ${times(seasonal)} in ${season}, the factor in this medicine's form (${seasonBasis}).`,
    )
  if (climatic !== null)
    reasons.push(
      `Climate: ${times(climatic)} when it is ${climate}, the factor in this medicine's form (${climateBasis}).`,
    )
  if (seasonal !== null && climatic !== null)
    reasons.push(`Together: ${times(seasonal)} × ${times(climatic)} = ${times(value)} normal demand.`)
  return reasons.length > 0 ? reasons : [NORMAL_DEMAND]
}

const riskReason = ({ when, category, because, source }: Risk) =>
  `${category} are at high risk in ${when} conditions: ${because} (${source}).`

function stockReason(
  { currentStock, minStockLevel }: PredictedMedicine,
  unexpired: number,
  value: number,
): string {
  const needed = neededStock({ minStockLevel }, value)
  const inStock = stockWords(currentStock, unexpired)
  const sum = `${whole.format(minStockLevel)} (minimum) × ${decimals.format(value)} = ${decimals.format(needed)}`
  return needsRestock({ currentStock: unexpired, minStockLevel }, value)
    ? `Restock: ${inStock}, at or below ${sum}.`
    : `By its minimum, stock is adequate: ${inStock}, above ${sum}.`
}

/** What is expected to be wanted until an order that is placed at the next review has come; null without history. */
export type Expect = (medicine: PredictedMedicine) => ExpectedDemand | null

const NO_HISTORY =
  'There is no sales history to forecast from yet, so only the factors and the minimum are looked at.'

/**
 * What is expected of a medicine under the conditions, and each reason as a sentence with its figure and source. It needs
 * restocking by its minimum, or, where there is history, when more is expected to be wanted than there is. Only what has not
 * expired is there.
 */
export function createPredictor(conditions: Conditions, expect: Expect = () => null) {
  const { season, climate } = conditions
  const risks = Map.groupBy(risksUnder(season, climate), ({ category }) => category as string)
  return function predict(medicine: PredictedMedicine): ClimatePrediction {
    const multiplier = multiplierOf(medicine.factors, season, climate)
    const ownRisks = risks.get(medicine.category) ?? []
    const expected = expect(medicine)
    const { currentStock, minStockLevel } = medicine
    const unexpired = unexpiredUnits(lotsOf(medicine), conditions.date)
    const isLow = needsRestock({ currentStock: unexpired, minStockLevel }, multiplier.value)
    return {
      _id: medicine.id,
      medicine: medicine.name,
      category: medicine.category,
      isHighRiskCategory: ownRisks.length > 0,
      predictedDemandMultiplier: multiplier.value,
      currentStock,
      minStockLevel,
      needsRestock: isLow || isShort(expected, unexpired),
      reasonsForPrediction: [
        ...factorReasons(multiplier, conditions),
        ...ownRisks.map(riskReason),
        stockReason(medicine, unexpired, multiplier.value),
        expected ? expectedReason(expected, currentStock, unexpired) : NO_HISTORY,
      ],
      expectedDemand: expected,
    }
  }
}
