import {
  errorsOfTotals,
  type Forecast,
  forecastEach,
  type History,
  SharedSeason,
  suggestOrder,
} from '@mms/forecast'

const LEAD = 1
const REVIEW = 1
const TOTAL = LEAD + REVIEW
/** Target share of demand served. */
const WANTED = 0.96

export interface StockHeld {
  served: number
  /** Mean stock in weeks of mean demand, over series. */
  weeks: number
}

/** Order-up-to level, using only weeks before `week`. */
type Policy = (week: number) => number

/**
 * Orders weekly with a lead time of one week. Unmet demand is lost. Stock starts a week below the first
 * order-up-to level.
 */
export function simulate(
  histories: History[],
  weeks: number,
  season: number,
): { ours: StockHeld; cover: StockHeld } {
  const shared = new SharedSeason(season, histories)
  const ours = histories.map((history) =>
    sell(history, weeks, forecastPolicy(history, weeks, season, shared)),
  )
  const cover = histories.map((history) => sell(history, weeks, coverPolicy(history)))
  return { ours: average(ours), cover: average(cover) }
}

function forecastPolicy(
  { start, values }: History,
  weeks: number,
  season: number,
  shared: SharedSeason,
): Policy {
  const range = { first: start + values.length - weeks, last: start + values.length - 1 }
  const forecasts = new Map<number, Forecast>()
  for (const forecast of forecastEach({ start, values }, { season, horizon: TOTAL, shared }, range)) {
    forecasts.set(forecast.origin - start, forecast)
  }
  return (week) => {
    const forecast = forecasts.get(week)
    if (!forecast) return 0
    const demand = forecast.mean.reduce((sum, units) => sum + units, 0)
    const errors = errorsOfTotals(forecast.errors, TOTAL, TOTAL)
    return suggestOrder({ demand, errors, serviceLevel: WANTED, onHand: 0, onOrder: 0 }).orderUpTo
  }
}

/** A common rule of shops: six weeks of the last half year's mean. */
function coverPolicy({ values }: History): Policy {
  return (week) => {
    const last = values.subarray(Math.max(0, week - 26), week)
    return (6 * last.reduce((sum, units) => sum + units, 0)) / last.length
  }
}

function sell({ values }: History, weeks: number, orderUpTo: Policy): StockHeld {
  const first = values.length - weeks
  let onHand = orderUpTo(first) / TOTAL
  let onOrder = orderUpTo(first) - onHand
  let served = 0
  let demand = 0
  let held = 0
  for (let week = first; week < values.length; week++) {
    onHand += onOrder
    onOrder = Math.max(0, orderUpTo(week) - onHand)
    const wanted = values[week] as number
    const sold = Math.min(wanted, onHand)
    held += onHand - sold / 2
    onHand -= sold
    served += sold
    demand += wanted
  }
  return { served: served / demand, weeks: held / demand }
}

const average = (all: StockHeld[]): StockHeld => ({
  served: all.reduce((sum, one) => sum + one.served, 0) / all.length,
  weeks: all.reduce((sum, one) => sum + one.weeks, 0) / all.length,
})
