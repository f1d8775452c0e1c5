import {
  dateInWords,
  type ExpectedDemand,
  type Multiplier,
  missingNeed,
  neededStock,
  seasonName,
} from '@mms/contracts'
import type { Conditions } from '../conditions/rules.ts'
import type { Risk } from './high-risk.ts'
import { isShort, needsMore, type PredictedMedicine, type StockCover } from './need.ts'

const decimals = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const times = (value: number) => `×${decimals.format(value)}`
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const neededWords = (needed: number, { unexpired }: StockCover, isMore: boolean): string =>
  whole.format(isMore ? missingNeed(needed, unexpired) : needed)

/** `about 105 needed in the next 14 days (105.16: 49.03 in a usual week …)`: whole units and their basis. */
function expectedSentence(expected: ExpectedDemand, cover: StockCover): string {
  const { madeOn, knownWeeks, perWeek, days, units } = expected
  const usual = (perWeek / 7) * days
  const weeks = `${whole.format(knownWeeks)} whole ${knownWeeks === 1 ? 'week' : 'weeks'} of sales`
  const season = usual > 0 ? ` × ${decimals.format(units / usual)} for the season` : ''
  return (
    `about ${neededWords(units, cover, isShort(expected, cover.unexpired))} needed in the next ${days} days (${decimals.format(units)}: ` +
    `${decimals.format(perWeek)} in a usual week${season}; forecast of ${dateInWords(madeOn)} from ${weeks})`
  )
}

/** `27 left`; expired units are left out. */
const leftWords = (currentStock: number, unexpired: number): string =>
  unexpired === currentStock
    ? `${whole.format(currentStock)} left`
    : `${whole.format(unexpired)} unexpired of ${whole.format(currentStock)} left`

const minimumWords = ({ minStockLevel }: PredictedMedicine, { unexpired }: StockCover): string =>
  unexpired <= minStockLevel ? `, minimum ${whole.format(minStockLevel)}` : ''

export function factorReasons({ seasonal, climatic, value }: Multiplier, conditions: Conditions): string[] {
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
    : ['Normal demand: season and climate do not matter (set for this medicine).']
}

export const riskReason = ({ when, category, because, source }: Risk) =>
  `${category} are at high risk (${when}): ${because} (${source}).`

const NO_HISTORY =
  'No sales history yet: the forecast uses the demand factors and the minimum stock level only.'

export function stockReasons(medicine: PredictedMedicine, cover: StockCover): string[] {
  const { minStockLevel, currentStock } = medicine
  const { unexpired, multiplier, expected } = cover
  const left = leftWords(currentStock, unexpired)
  const isMore = needsMore(medicine, cover)
  const verdict = isMore ? 'Restock' : 'Enough'
  if (expected)
    return [`${verdict}: ${left}${minimumWords(medicine, cover)}; ${expectedSentence(expected, cover)}.`]
  const needed = neededStock(medicine, multiplier)
  const sum = `minimum ${whole.format(minStockLevel)} × ${decimals.format(multiplier)} = ${decimals.format(needed)}`
  return [`${verdict}: ${left} (need ${neededWords(needed, cover, isMore)}; ${sum}).`, NO_HISTORY]
}

export function inOneLine(
  medicine: PredictedMedicine,
  cover: StockCover,
  { value, seasonal, climatic }: Multiplier,
  { season, climate }: Conditions,
): string {
  const { unexpired, expected } = cover
  const when = [...(seasonal === null ? [] : [season]), ...(climatic === null ? [] : [climate])].join(' and ')
  const left = leftWords(medicine.currentStock, unexpired)
  if (!expected) {
    const needed = neededWords(neededStock(medicine, value), cover, needsMore(medicine, cover))
    return `${value.toFixed(1)}x demand: ${when}; ${left}, ${needed} needed`
  }
  const isMore = isShort(expected, unexpired)
  const needed = neededWords(expected.units, cover, isMore)
  const minimum = isMore ? '' : minimumWords(medicine, cover)
  return `Forecast: ${left}, ${needed} needed in ${expected.days} days${minimum}; ${value.toFixed(1)}x normal demand: ${when}`
}
