import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER, type LoginResponse, type Medicine } from '@mms/contracts'
import { callerOf } from '@mms/service-kit/test-support'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, SLOW, settings, startSuite, untilReady } from '../test/support.ts'

const admin = { email: 'owner@pharmacy.test', password: 'a long enough password' }
const OPENING = 100_000
const TILLS = 4
const KILLS = 3

afterEach(cleanUp)

async function startStore() {
  const env = await settings({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password })
  const suite = await untilReady(startSuite(env))
  const gateway = callerOf(suite.url)
  const { token } = (await gateway.post<LoginResponse>('/api/auth/login', { body: admin })).body
  const body = {
    name: 'Killed',
    category: 'Vitamins',
    currentStock: OPENING,
    minStockLevel: 5,
    unitPrice: 10,
  }
  const { _id } = (await gateway.post<Medicine>('/api/medicines', { token, body })).body
  return { suite, gateway, token, medicineId: _id }
}

type Store = Awaited<ReturnType<typeof startStore>>

/** One till: asks with the same key until a sale is acknowledged, as a browser does, and then makes the next. */
async function sell({ gateway, token, medicineId }: Store, stop: AbortSignal, acknowledged: Set<string>) {
  const body = { medicineId, type: 'sale', quantity: 1, unitPrice: 10 }
  while (!stop.aborted) {
    const headers = { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
    for (;;) {
      const answer = await gateway
        .post<{ _id: string }>('/api/transactions', { token, headers, body })
        .catch(() => undefined)
      if (answer?.status === 201) {
        acknowledged.add(answer.body._id)
        break
      }
      await delay(50)
    }
  }
}

/** Kills the till amid sales, and waits until it sells again. */
async function killAmidSales({ suite }: Store, acknowledged: Set<string>) {
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
  const store = await startStore()
  const { gateway, token, medicineId } = store
  const acknowledged = new Set<string>()
  const closing = new AbortController()
  const tills = Array.from({ length: TILLS }, () => sell(store, closing.signal, acknowledged))
  for (let kill = 0; kill < KILLS; kill += 1) await killAmidSales(store, acknowledged)
  closing.abort()
  await Promise.all(tills)
  for (const id of acknowledged) {
    const { status, body } = await gateway.get<{ quantity: number }>(`/api/transactions/${id}`, { token })
    expect({ id, status, quantity: body.quantity }).toEqual({ id, status: 200, quantity: 1 })
  }
  const medicine = await gateway.get<Medicine>(`/api/medicines/${medicineId}`, { token })
  expect(OPENING - medicine.body.currentStock).toBe(acknowledged.size)
})
