import {
  type ClimatePrediction,
  dateInWords,
  type ExpectedDemand,
  lotsOf,
  type Multiplier,
  multiplierOf,
  needAboveStock,
  neededStock,
  SENSITIVITY_THRESHOLD,
  seasonName,
  unexpiredUnits,
} from '@mms/contracts'
import type { Conditions } from '../conditions/rules.ts'
import { risksUnder, type SeasonalRisk } from './high-risk.ts'
import { isStockShort, needsMoreStock, type PredictedMedicine, type StockCover } from './need.ts'

const decimals = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

const NO_HISTORY =
  'No sales history yet: the forecast uses the demand factors and the minimum stock level only.'

export type FindExpectedDemand = (medicine: PredictedMedicine) => ExpectedDemand | null

/** Predicts a medicine's demand. The reasons are sentences, the decisive one first. Expired stock does not count. */
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
      needsRestock: needsMoreStock(medicine, cover),
      reasonsForPrediction: expected ? [...stock, ...others] : [...others, ...stock],
      ...(multiplier.value > SENSITIVITY_THRESHOLD && {
        reasonInOneLine: inOneLine(medicine, cover, multiplier, conditions),
      }),
      expectedDemand: expected,
    }
  }
}

const times = (value: number) => `×${decimals.format(value)}`
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const neededWords = (needed: number, { unexpired }: StockCover, isMore: boolean): string =>
  whole.format(isMore ? needAboveStock(needed, unexpired) : needed)

/** Example: `about 105 needed in the next 14 days (105.16: 49.03 in a usual week …)`. */
function expectedSentence(expected: ExpectedDemand, cover: StockCover): string {
  const { madeOn, knownWeeks, perWeek, days, units } = expected
  const usual = (perWeek / 7) * days
  const weeks = `${whole.format(knownWeeks)} whole ${knownWeeks === 1 ? 'week' : 'weeks'} of sales`
  const season = usual > 0 ? ` × ${decimals.format(units / usual)} for the season` : ''
  return (
    `about ${neededWords(units, cover, isStockShort(expected, cover.unexpired))} needed in the next ${days} days (${decimals.format(units)}: ` +
    `${decimals.format(perWeek)} in a usual week${season}; forecast made on ${dateInWords(madeOn)} from ${weeks})`
  )
}

/** Example: `27 left`. Expired units are left out. */
const leftWords = (currentStock: number, unexpired: number): string =>
  unexpired === currentStock
    ? `${whole.format(currentStock)} left`
    : `${whole.format(unexpired)} unexpired of ${whole.format(currentStock)} left`

const minimumWords = ({ minStockLevel }: PredictedMedicine, { unexpired }: StockCover): string =>
  unexpired <= minStockLevel ? `, minimum ${whole.format(minStockLevel)}` : ''

function factorReasons({ seasonal, climatic, value }: Multiplier, conditions: Conditions): string[] {
  const { season, scheme, climate, seasonSource, seasonBasis, climateBasis } = conditions
  const basis = seasonSource === 'override' ? `; ${seasonBasis}` : ''
  const reasons: string[] = []
  if (seasonal !== null)
    reasons.push(
      `${capital(seasonName(season, scheme))}: ${times(seasonal)} (set for this medicine${basis}).`,
    )
  if (climatic !== null)
    reasons.push(`${capital(climate)}: ${times(climatic)} (set for this medicine; ${climateBasis}).`)
  if (seasonal !== null && climatic !== null)
    reasons.push(
      `Together: ${decimals.format(seasonal)} × ${decimals.format(climatic)} = ${times(value)} normal demand.`,
    )
  return reasons.length > 0
    ? reasons
    : ['Normal demand: this medicine is set as not affected by season or climate.']
}

const riskReason = ({ when, category, because, source }: SeasonalRisk) =>
  `${category} are a high-risk category now (${when}): ${because} (${source}).`

function stockReasons(medicine: PredictedMedicine, cover: StockCover): string[] {
  const { minStockLevel, currentStock } = medicine
  const { unexpired, multiplier, expected } = cover
  const left = leftWords(currentStock, unexpired)
  const isMore = needsMoreStock(medicine, cover)
  const verdict = isMore ? 'Restock' : 'Enough'
  if (expected)
    return [`${verdict}: ${left}${minimumWords(medicine, cover)}; ${expectedSentence(expected, cover)}.`]
  const needed = neededStock(medicine, multiplier)
  const sum = `minimum ${whole.format(minStockLevel)} × ${decimals.format(multiplier)} = ${decimals.format(needed)}`
  return [`${verdict}: ${left} (need ${neededWords(needed, cover, isMore)}; ${sum}).`, NO_HISTORY]
}

function inOneLine(
  medicine: PredictedMedicine,
  cover: StockCover,
  { value, seasonal, climatic }: Multiplier,
  { season, climate }: Conditions,
): string {
  const { unexpired, expected } = cover
  const when = [...(seasonal === null ? [] : [season]), ...(climatic === null ? [] : [climate])].join(' and ')
  const left = leftWords(medicine.currentStock, unexpired)
  if (!expected) {
    const needed = neededWords(neededStock(medicine, value), cover, needsMoreStock(medicine, cover))
    return `${value.toFixed(1)}x demand: ${when}; ${left}, ${needed} needed`
  }
  const isMore = isStockShort(expected, unexpired)
  const needed = neededWords(expected.units, cover, isMore)
  const minimum = isMore ? '' : minimumWords(medicine, cover)
  return `Forecast: ${left}, ${needed} needed in ${expected.days} days${minimum}; ${value.toFixed(1)}x normal demand: ${when}`
}
