import { connectApi } from '../../suite/api.ts'
import { AWAY } from '../../suite/counter.ts'
import { enter, expect, test } from '../../suite/test.ts'
import type { Conditions } from '../../typing/counter.ts'
import { openCounter, runSession } from '../../typing/session.ts'
import { fillStore } from '../../typing/store.ts'

const SALES_EACH = 4

const good = 'good' as const
/** A sample of the 90 conditions of `npm run typing`, with each speed, latency, slowdown and failing connection. */
const conditions: [size: number, Conditions][] = [
  [45, { speed: 20, latency: 400, slowdown: 6, connection: good }],
  [45, { speed: 60, latency: 0, slowdown: 1, connection: good }],
  [45, { speed: 100, latency: 100, slowdown: 6, connection: good }],
  [45, { speed: 60, latency: 0, slowdown: 1, connection: 'offline' }],
  [45, { speed: 60, latency: 100, slowdown: 1, connection: 'flapping' }],
  [1_000, { speed: 20, latency: 0, slowdown: 1, connection: good }],
  [1_000, { speed: 60, latency: 400, slowdown: 6, connection: good }],
  [1_000, { speed: 100, latency: 400, slowdown: 1, connection: good }],
  [1_000, { speed: 150, latency: 100, slowdown: 6, connection: good }],
  [1_000, { speed: 60, latency: 400, slowdown: 1, connection: 'flapping' }],
]

for (const size of [45, 1_000]) {
  test(`a counter of ${size} medicines sells what is typed: none wrong, lost or doubled`, async ({
    page,
    suite,
    troubles,
  }) => {
    // Takes about twenty seconds alone, longer if other tests use the machine.
    test.setTimeout(600_000)
    troubles.allow(AWAY)
    const api = await connectApi(suite)
    const medicines = await fillStore(api, size)
    await enter(page, '/sales')
    const counter = await openCounter(page, api, medicines, size)
    for (const [place, [wanted, condition]] of conditions.entries()) {
      if (wanted !== size) continue
      await test.step(JSON.stringify(condition), async () => {
        const tally = await runSession(counter, condition, SALES_EACH, size + place)
        expect(tally).toEqual({ sales: SALES_EACH, wrong: [], lost: [], doubled: [] })
      })
    }
  })
}
