import {
  type Climate,
  type DemandFactors,
  type DemandOutlook,
  monthFrom,
  monthsBetween,
  multiplierOf,
  type Season,
} from '@mms/contracts'
import type { MonthDemand } from '../trade/demand-store.ts'

/** Whole months before this one, and months to come, that are shown beside it. */
export const MONTHS_BEFORE = 6
const MONTHS_AHEAD = 5

interface OutlookGiven {
  /** The store's date. */
  date: string
  conditionsIn: (month: string) => { season: Season; climate: Climate }
  /** Units forecast from the month of `madeOn` on, of all medicines with history together. */
  forecasts?: { madeOn: string; units: number[] }[]
}

const round = (value: number) => Math.round(value * 1_000) / 1_000

/**
 * The mean multiplier of all medicines month by month, what was consumed in each whole month before this one, and what
 * is forecast from this one on, both as a share of the mean of the months before. The running month is part of no average
 * (demand.md), so its use is not said.
 */
export function outlookOf(
  medicines: { factors: DemandFactors }[],
  demand: MonthDemand[],
  { date, conditionsIn, forecasts = [] }: OutlookGiven,
): DemandOutlook {
  if (medicines.length === 0) return { months: [], forecastsMadeOn: null }
  const months = Array.from({ length: MONTHS_BEFORE + 1 + MONTHS_AHEAD }, (_, index) =>
    monthFrom(date, index - MONTHS_BEFORE),
  )
  const { shares: actual, mean } = shareOfMean(demand, date.slice(0, 7))
  const expected = expectedUnits(forecasts, date.slice(0, 7))
  return {
    months: months.map((month) => {
      const { season, climate } = conditionsIn(month)
      const sum = medicines.reduce(
        (total, { factors }) => total + multiplierOf(factors, season, climate).value,
        0,
      )
      const units = expected.get(month)
      return {
        month,
        multiplier: round(sum / medicines.length),
        actual: actual.get(month) ?? null,
        forecast: units === undefined || mean === 0 ? null : round(units / mean),
      }
    }),
    forecastsMadeOn: forecasts.map(({ madeOn }) => madeOn).sort()[0] ?? null,
  }
}

/** Units by month from this one on; a forecast made in the month before counts in the same months. */
function expectedUnits(forecasts: { madeOn: string; units: number[] }[], thisMonth: string) {
  const expected = new Map<string, number>()
  for (const { madeOn, units } of forecasts) {
    for (const [ahead, each] of units.entries()) {
      const month = monthFrom(madeOn, ahead)
      if (month >= thisMonth) expected.set(month, (expected.get(month) ?? 0) + each)
    }
  }
  return expected
}

/** Consumption of each whole month since the first that has any, as a share of their mean. */
function shareOfMean(demand: MonthDemand[], thisMonth: string) {
  const units = new Map<string, number>()
  for (const { month, consumed } of demand) {
    if (month < thisMonth) units.set(month, (units.get(month) ?? 0) + consumed)
  }
  const [first] = [...units.keys()].filter((month) => (units.get(month) ?? 0) > 0).sort()
  const whole = Array.from({ length: first ? monthsBetween(first, thisMonth) : 0 }, (_, index) => {
    const month = monthFrom(first as string, index)
    return { month, consumed: Math.max(0, units.get(month) ?? 0) }
  })
  const mean = whole.reduce((sum, { consumed }) => sum + consumed, 0) / Math.max(1, whole.length)
  return { shares: new Map(whole.map(({ month, consumed }) => [month, round(consumed / mean)])), mean }
}
