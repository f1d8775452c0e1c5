import { type Forecast, forecastEach, type History, SharedSeason } from '@mms/forecast'

export interface Protocol {
  histories: History[]
  season: number
  horizon: number
  step: number
  origins: number
  /** Lag of the differences that scale the errors. */
  lag: number
  /** RMSSE if true, else MASE. */
  squared: boolean
}

export interface Accuracy {
  /** Mean over series, per method. */
  scaled: Record<string, number>
  covered80: number
  covered95: number
  /** Mean over series of (forecast − actual) ÷ mean actual. */
  bias: number
  /** Mean over series of the scaled pinball loss of the four limits. */
  pinball: number
}

const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

export function measure(protocol: Protocol): Accuracy {
  const { histories, season } = protocol
  const shared = new SharedSeason(season, histories)
  const all = histories.map((history) => measureOne(history, protocol, shared))
  const names = Object.keys(all[0]?.scaled ?? {})
  return {
    scaled: Object.fromEntries(
      names.map((name) => [name, mean(all.map((one) => one.scaled[name] as number))]),
    ),
    covered80: mean(all.map((one) => one.covered80)),
    covered95: mean(all.map((one) => one.covered95)),
    bias: mean(all.map((one) => one.bias)),
    pinball: mean(all.map((one) => one.pinball)),
  }
}

function measureOne({ start, values }: History, protocol: Protocol, shared: SharedSeason): Accuracy {
  const { season, horizon, step, origins, lag, squared } = protocol
  const last = values.length - horizon
  const first = last - step * (origins - 1)
  const ours: number[] = []
  const naive: number[] = []
  const inside80: number[] = []
  const inside95: number[] = []
  const pinball: number[] = []
  let over = 0
  let demand = 0
  const range = { first: start + first, last: start + last }
  for (const forecast of forecastEach({ start, values }, { season, horizon, shared }, range)) {
    const origin = forecast.origin - start
    if ((origin - first) % step !== 0) continue
    const scale = scaleOf(values.subarray(0, origin), lag, squared)
    const actual = values.subarray(origin, origin + horizon)
    const repeated = actual.map((_, h) => values[origin - lag + (h % lag)] as number)
    ours.push(errorOf(forecast.mean, actual, squared) / scale)
    naive.push(errorOf(repeated, actual, squared) / scale)
    inside80.push(...covered(actual, forecast.low80, forecast.high80))
    inside95.push(...covered(actual, forecast.low95, forecast.high95))
    pinball.push(pinballOf(forecast, actual) / scale)
    for (let h = 0; h < horizon; h++) {
      over += (forecast.mean[h] as number) - (actual[h] as number)
      demand += actual[h] as number
    }
  }
  return {
    scaled: { naive: mean(naive), ours: mean(ours) },
    covered80: mean(inside80),
    covered95: mean(inside95),
    bias: demand > 0 ? over / demand : 0,
    pinball: mean(pinball),
  }
}

function errorOf(forecast: Float64Array, actual: Float64Array, squared: boolean): number {
  const errors = [...actual].map((units, h) => units - (forecast[h] as number))
  return squared ? Math.sqrt(mean(errors.map((error) => error * error))) : mean(errors.map(Math.abs))
}

const covered = (actual: Float64Array, low: Float64Array, high: Float64Array) =>
  [...actual].map((units, h) => Number(units >= (low[h] as number) && units <= (high[h] as number)))

function scaleOf(values: Float64Array, lag: number, squared: boolean): number {
  const differences: number[] = []
  for (let t = lag; t < values.length; t++) {
    const difference = (values[t] as number) - (values[t - lag] as number)
    differences.push(squared ? difference * difference : Math.abs(difference))
  }
  return squared ? Math.sqrt(mean(differences)) : mean(differences)
}

function pinballOf(forecast: Forecast, actual: Float64Array): number {
  const limits: [number, Float64Array][] = [
    [0.025, forecast.low95],
    [0.1, forecast.low80],
    [0.9, forecast.high80],
    [0.975, forecast.high95],
  ]
  const losses = limits.flatMap(([p, limit]) =>
    [...actual].map((units, h) => {
      const off = units - (limit[h] as number)
      return off >= 0 ? p * off : (p - 1) * off
    }),
  )
  return mean(losses)
}
