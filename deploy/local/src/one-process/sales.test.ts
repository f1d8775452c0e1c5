import { afterEach, expect, test } from 'vitest'
import { OPENING, openStore, sellUntil, stockOf } from '../../test/counter.ts'
import { cleanUp, type RunningSuite, SLOW, settings, startSuite, untilReady } from '../../test/support.ts'

const admin = { email: 'owner@pharmacy.test', password: 'a long enough password' }
const TILLS = 4
const KILLS = 3

afterEach(cleanUp)

async function startStore() {
  const env = await settings({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password })
  const suite = await untilReady(startSuite(env))
  return { suite, store: await openStore(suite.url, admin) }
}

/** Kills the till amid sales, and waits until it sells again. */
async function killAmidSales(suite: RunningSuite, acknowledged: Set<string>) {
  const pid = suite.children().get('till') as number
  const before = acknowledged.size
  await expect.poll(() => acknowledged.size, SLOW).toBeGreaterThan(before + 20)
  const backSoFar = suite.output().split('till is back.').length
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => suite.output().split('till is back.').length, SLOW).toBe(backSoFar + 1)
  const after = acknowledged.size
  await expect.poll(() => acknowledged.size, SLOW).toBeGreaterThan(after)
}

test('no acknowledged sale is lost, and stock agrees, when the till is killed amid sales', SLOW, async () => {
  const { suite, store } = await startStore()
  const { gateway, token } = store
  const acknowledged = new Set<string>()
  const closing = new AbortController()
  const tills = Array.from({ length: TILLS }, () => sellUntil(closing.signal, store, acknowledged))
  for (let kill = 0; kill < KILLS; kill += 1) await killAmidSales(suite, acknowledged)
  closing.abort()
  await Promise.all(tills)
  for (const id of acknowledged) {
    const { status, body } = await gateway.get<{ quantity: number }>(`/api/transactions/${id}`, { token })
    expect({ id, status, quantity: body.quantity }).toEqual({ id, status: 200, quantity: 1 })
  }
  expect(OPENING - (await stockOf(store))).toBe(acknowledged.size)
})
