import type { AuditEntry, Transaction } from '@mms/contracts'
import { openForTests, openService, testDatabases } from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { sales } from '../app.ts'

/** No server listens on this port, so recorded transactions stay pending. */
const env = { INVENTORY_URL: 'http://127.0.0.1:1', COMMAND_TIMEOUT_MS: '50' }

describe.each(testDatabases())('who cancelled on $name', (database) => {
  const store = openForTests(() => openService(sales, database, { env }))

  test('is on record, once', async () => {
    const token = store.staff
    const body = { medicineId: v7(), type: 'sale', quantity: 1, unitPrice: 10 }
    const { _id } = (await store.client.post<Transaction>('/api/transactions', { token, body })).body
    const cancelled = await store.client.post(`/api/transactions/${_id}/cancellation`, { token })
    expect(cancelled.status).toBe(202)
    const history = await store.client.get<AuditEntry[]>(`/api/transactions/${_id}/history`, { token })
    expect(history.body).toMatchObject([
      { action: 'transaction.cancellation-requested', subject: _id, actorName: expect.any(String) },
    ])
    expect((await store.client.get(`/api/transactions/${v7()}/history`, { token })).status).toBe(404)
  })
})
