import { forecast, type History, SharedSeason } from '@mms/forecast'

const MEDICINES = 10_000
const WEEKS = 156
const SEASON = 365.25 / 7
const HORIZON = 13
const MIB = 2 ** 20

/** Three years of weeks: level, season, trend, noise and gaps. Every fifth medicine sells rarely. */
function madeUp(medicine: number): History {
  let state = medicine * 2_654_435_761 + 12_345
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const level = 2 + 200 * random() ** 3
  const strength = random()
  const peak = random() * SEASON
  const rare = medicine % 5 === 0 ? 0.3 : 1
  const values = new Float64Array(WEEKS)
  for (let week = 0; week < WEEKS; week++) {
    const season = 1 + strength * Math.cos((2 * Math.PI * (week - peak)) / SEASON)
    const isSold = random() < rare
    const noise = 0.6 + 0.8 * random()
    values[week] = random() < 0.02 ? Number.NaN : isSold ? Math.round(level * season * noise) : 0
  }
  return { start: 2700, values }
}

export function speed(): string {
  const histories = Array.from({ length: MEDICINES }, (_, medicine) => madeUp(medicine))
  const heap: number[] = []
  const began = process.cpuUsage()
  const at = performance.now()
  const shared = new SharedSeason(SEASON, histories)
  let total = 0
  for (const [i, history] of histories.entries()) {
    total += forecast(history, { season: SEASON, horizon: HORIZON, shared })?.mean[0] ?? 0
    if ((i + 1) % 2500 === 0) heap.push(Math.round(process.memoryUsage().rss / MIB))
  }
  const { user, system } = process.cpuUsage(began)
  const clock = ((performance.now() - at) / 1000).toFixed(1)
  const cpu = ((user + system) / 1e6).toFixed(1)
  return `${MEDICINES} medicines, ${WEEKS} weeks each, ${HORIZON} weeks ahead: ${cpu} s of CPU, ${clock} s by the clock (goal 60)
  resident after each quarter: ${heap.join(', ')} MiB; sum of the next week ${Math.round(total)} units`
}
