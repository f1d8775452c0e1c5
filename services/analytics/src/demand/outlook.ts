import {
  type Climate,
  type DemandOutlook,
  monthAfter,
  monthsBetween,
  multiplierOf,
  type Season,
  sumOf,
} from '@mms/contracts'
import type { Medicine } from '../medicines/store.ts'
import type { MonthDemand } from '../trade/store.ts'

const MONTHS_BEFORE = 6
export const MEAN_MONTHS = 12
const MONTHS_AHEAD = 5

type MonthConditions = { season: Season; climate: Climate }

interface OutlookOptions {
  date: string
  conditionsIn: (month: string) => MonthConditions
  /** Units by month, from the month of `madeOn` on. Sums over medicines with history. */
  forecasts?: { madeOn: string; units: number[] }[]
}

const addTo = (sums: Map<string, number>, key: string, units: number) =>
  sums.set(key, (sums.get(key) ?? 0) + units)
const round = (value: number) => Math.round(value * 1_000) / 1_000

type OutlookMedicine = Pick<Medicine, 'id' | 'factors'>

/**
 * Returns multiplier, past consumption and forecast of each month. Each is divided by its mean, so that 1 is an average
 * month. The current month is incomplete, so it has no consumption (demand.md).
 */
export function outlookOf(
  medicines: OutlookMedicine[],
  demand: MonthDemand[],
  { date, conditionsIn, forecasts = [] }: OutlookOptions,
): DemandOutlook['months'] {
  if (medicines.length === 0) return []
  const months = Array.from({ length: MONTHS_BEFORE + 1 + MONTHS_AHEAD }, (_, index) =>
    monthAfter(date, index - MONTHS_BEFORE),
  )
  const { units: used, mean } = consumptionOf(demand, date.slice(0, 7))
  const expected = expectedUnits(forecasts, date.slice(0, 7))
  const shareOf = (units: number | undefined) =>
    units === undefined || mean === 0 ? null : round(units / mean)
  const predicted = predict(medicines, demand, { months, past: [...used.keys()], conditionsIn })
  return months.map((month, index) => ({
    month,
    multiplier: round(predicted[index] as number),
    actual: shareOf(used.get(month)),
    forecast: shareOf(expected.get(month)),
  }))
}

interface PredictionOptions extends Pick<OutlookOptions, 'conditionsIn'> {
  months: string[]
  past: string[]
}

/** Weights each medicine by its usual units, so that rarely sold ones count little. Without history all count equally. */
function predict(
  medicines: OutlookMedicine[],
  demand: MonthDemand[],
  { months, past, conditionsIn }: PredictionOptions,
) {
  const consumed = new Map<string, number>()
  for (const { medicineId, month, consumed: units } of demand)
    if (past.includes(month)) addTo(consumed, medicineId, units)
  const based = (past.length > 0 ? past : months).map(conditionsIn)
  const weighted = medicines.map(({ id, factors }) => {
    const sum = sumOf(based.map(({ season, climate }) => multiplierOf(factors, season, climate).value))
    const usual = sum === 0 ? 0 : Math.max(0, consumed.get(id) ?? 0) / sum
    return { factors, weight: past.length > 0 ? usual : 1 }
  })
  const unitsIn = ({ season, climate }: MonthConditions) =>
    sumOf(weighted.map(({ factors, weight }) => weight * multiplierOf(factors, season, climate).value))
  const mean = sumOf(based.map(unitsIn)) / based.length
  return months.map((month) => (mean === 0 ? 1 : unitsIn(conditionsIn(month)) / mean))
}

/** A forecast made last month is aligned by calendar month. */
function expectedUnits(forecasts: { madeOn: string; units: number[] }[], thisMonth: string) {
  const expected = new Map<string, number>()
  for (const { madeOn, units } of forecasts) {
    for (const [ahead, each] of units.entries()) {
      const month = monthAfter(madeOn, ahead)
      if (month >= thisMonth) addTo(expected, month, each)
    }
  }
  return expected
}

function consumptionOf(demand: MonthDemand[], thisMonth: string) {
  const units = new Map<string, number>()
  for (const { month, consumed } of demand) if (month < thisMonth) addTo(units, month, consumed)
  const [first] = [...units.keys()].filter((month) => (units.get(month) ?? 0) > 0).sort()
  const whole = Array.from({ length: first ? monthsBetween(first, thisMonth) : 0 }, (_, index) => {
    const month = monthAfter(first as string, index)
    return [month, Math.max(0, units.get(month) ?? 0)] as const
  })
  const mean = sumOf(whole.map(([, consumed]) => consumed)) / Math.max(1, whole.length)
  return { units: new Map(whole), mean }
}
