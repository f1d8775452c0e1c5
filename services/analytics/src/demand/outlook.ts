import {
  type Climate,
  type DemandFactors,
  type DemandOutlook,
  multiplierOf,
  type Season,
} from '@mms/contracts'
import { type MonthDemand, monthFrom } from './demand-model.ts'

/** Whole months before this one, and months to come, that are shown beside it. */
export const MONTHS_BEFORE = 6
const MONTHS_AHEAD = 5

interface OutlookGiven {
  /** The store's date. */
  date: string
  conditionsIn: (month: string) => { season: Season; climate: Climate }
}

const round = (value: number) => Math.round(value * 1_000) / 1_000

/**
 * The mean multiplier of all medicines month by month, and what was consumed in each whole month before this one as a
 * share of their mean. The running month is part of no average (demand.md), so its use is not said.
 */
export function outlookOf(
  medicines: { factors: DemandFactors }[],
  demand: MonthDemand[],
  { date, conditionsIn }: OutlookGiven,
): DemandOutlook {
  if (medicines.length === 0) return { months: [] }
  const months = Array.from({ length: MONTHS_BEFORE + 1 + MONTHS_AHEAD }, (_, index) =>
    monthFrom(date, index - MONTHS_BEFORE),
  )
  const actual = shareOfMean(demand, date.slice(0, 7))
  return {
    months: months.map((month) => {
      const { season, climate } = conditionsIn(month)
      const sum = medicines.reduce(
        (total, { factors }) => total + multiplierOf(factors, season, climate).value,
        0,
      )
      return { month, multiplier: round(sum / medicines.length), actual: actual.get(month) ?? null }
    }),
  }
}

/** Consumption of each whole month since the first that has any, as a share of their mean. */
function shareOfMean(demand: MonthDemand[], thisMonth: string): Map<string, number> {
  const units = new Map<string, number>()
  for (const { month, consumed } of demand) {
    if (month < thisMonth) units.set(month, (units.get(month) ?? 0) + consumed)
  }
  const first = [...units]
    .filter(([, consumed]) => consumed > 0)
    .map(([month]) => month)
    .sort()[0]
  if (first === undefined) return new Map()
  const whole: string[] = []
  for (let month = first; month < thisMonth; month = monthFrom(month, 1)) whole.push(month)
  const consumedIn = (month: string) => Math.max(0, units.get(month) ?? 0)
  const mean = whole.reduce((sum, month) => sum + consumedIn(month), 0) / whole.length
  return new Map(whole.map((month) => [month, round(consumedIn(month) / mean)]))
}
