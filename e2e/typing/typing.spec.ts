import { connectApi } from '../suite/api.ts'
import { AWAY } from '../suite/counter.ts'
import { distOf } from '../suite/suite.ts'
import { enter, expect, test } from '../suite/test.ts'
import type { Conditions, Tally } from './counter.ts'
import { openCounter, runSession } from './session.ts'
import { fillStore } from './store.ts'

const SIZES = (process.env.TYPING_SIZES ?? '45,1000,10000').split(',').map(Number)
/** Sales under each of the conditions. */
const EACH = Number(process.env.TYPING_EACH ?? 6)
const SEED = Number(process.env.TYPING_SEED ?? 1)
const CONNECTIONS = process.env.TYPING_CONNECTIONS?.split(',')
/** Longer than the minute in which the connection is down. */
const BROKEN_MS = 75_000
const KEYS = 12

const speeds = [20, 60, 100, 150, 200]

function* allConditions(): Generator<Conditions> {
  for (const speed of speeds) {
    for (const latency of [0, 100, 400]) {
      for (const slowdown of [1, 6]) yield { speed, latency, slowdown, connection: 'good' }
    }
    yield { speed, latency: 100, slowdown: 1, connection: 'offline' }
    yield { speed, latency: 100, slowdown: 1, connection: 'flapping' }
  }
  yield { speed: 60, latency: 0, slowdown: 6, connection: 'minute' }
  yield { speed: 150, latency: 100, slowdown: 1, connection: 'minute' }
}

const countOf = ({ connection, speed }: Conditions) =>
  connection === 'minute' ? Math.ceil(BROKEN_MS / (speed * KEYS)) : EACH

for (const size of SIZES) {
  test(`a counter of ${size} medicines, under all conditions`, async ({ page, suite, troubles }) => {
    troubles.allow(AWAY)
    // Another, broken build of the area, which the run must find.
    await suite.setAreas({
      inventory: distOf('inventory'),
      sales: process.env.TYPING_AREA ?? distOf('sales'),
    })
    const api = await connectApi(suite)
    const medicines = await fillStore(api, size)
    await enter(page, '/sales')
    const counter = await openCounter(page, api, medicines, SEED)
    const sum: Tally = { sales: 0, wrong: [], lost: [], doubled: [] }
    for (const [place, condition] of [...allConditions()].entries()) {
      if (CONNECTIONS && !CONNECTIONS.includes(condition.connection)) continue
      const tally = await runSession(counter, condition, countOf(condition), SEED * 1_000 + place)
      sum.sales += tally.sales
      for (const kind of ['wrong', 'lost', 'doubled'] as const) {
        sum[kind].push(...tally[kind].map((sale) => `${sale} (${JSON.stringify(condition)})`))
      }
      const counts = `${tally.wrong.length} wrong, ${tally.lost.length} lost, ${tally.doubled.length} doubled`
      process.stdout.write(
        `${size} medicines ${JSON.stringify(condition)}: ${tally.sales} sales, ${counts}\n`,
      )
    }
    expect(sum).toEqual({ sales: sum.sales, wrong: [], lost: [], doubled: [] })
  })
}
