import {
  type AuditEntry,
  type CounterLimits,
  defaultCounterLimits,
  type ShownCounterLimits,
} from '@mms/contracts'
import { openForTests, openService, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { beforeEach, describe, expect, test } from 'vitest'
import { sales } from '../app.ts'

const PATH = '/api/transactions/limits'
const env = { INVENTORY_URL: 'http://127.0.0.1:9' }

describe.each(testDatabases())("the counter's limits on $name", (database: TestDatabase) => {
  const store = openForTests(() => openService(sales, database, { env }))
  beforeEach(() => store.database.db('counter_limits').delete())

  const read = () => store.client.get<ShownCounterLimits>(PATH, { token: store.staff })
  const put = (differing: Partial<CounterLimits>, headers: Record<string, string> = {}) => {
    const body = { ...defaultCounterLimits, ...differing }
    return store.client.put<ShownCounterLimits>(PATH, { token: store.admin, body, headers })
  }

  test('an administrator changes them, and it is kept who changed what', async () => {
    const first = await put({ priceTimes: 2.5, staffReturnUnits: 0 })
    expect(first).toMatchObject({ status: 200, body: { version: 1, priceTimes: 2.5 } })
    const { body } = await put({ priceTimes: 2.5, staffReturnUnits: 5 }, { 'If-Match': '"1"' })
    expect(await read()).toMatchObject({ body })
    const late = await put({ expiryDays: 90 }, { 'If-Match': '"1"' })
    expect(late).toMatchObject({ status: 412, body: { code: 'sales.limits_changed' } })
    const log = await store.client.get<AuditEntry[]>('/api/transactions/history?action=settings', {
      token: store.admin,
    })
    expect(log.body.slice(0, 2)).toMatchObject([
      { subject: 'counter-limits', before: { staffReturnUnits: 0 }, after: { staffReturnUnits: 5 } },
      { before: { priceTimes: 3, staffReturnUnits: 10 }, after: { priceTimes: 2.5, staffReturnUnits: 0 } },
    ])
    const by = { _id: expect.any(String), name: 'Asha Rao' }
    const at = expect.any(String)
    expect(body.changes).toEqual([
      { at, by, limit: 'staffReturnUnits', from: 0, to: 5 },
      { at, by, limit: 'priceTimes', from: 3, to: 2.5 },
      { at, by, limit: 'staffReturnUnits', from: 10, to: 0 },
    ])
  })
})
