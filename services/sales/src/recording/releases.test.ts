import type { Problem, StockCommand, Transaction } from '@mms/contracts'
import { openForTests, type TestAnswer, type TestCaller, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { startTomorrow } from '../../test/releases.ts'
import { newKey, openStore } from '../../test/support.ts'
import { createTransactionStore } from '../transactions/store.ts'

const codeOf = ({ body }: TestAnswer<unknown>) => (body as Problem).code

describe.each(testDatabases())('releases side by side on $name', (database) => {
  const store = openForTests(() => openStore(database, { jobs: false }))
  const tomorrow = openForTests(() => startTomorrow(store))

  const send = (replica: TestCaller, key: string, body: unknown): Promise<TestAnswer<Transaction>> =>
    replica.post('/api/transactions', { token: store.staff, body, headers: { 'Idempotency-Key': key } })
  const sale = { type: 'sale', quantity: 3, unitPrice: 10.5 }
  const bodyFor = ({ _id: medicineId }: { _id: string }) => ({ medicineId, ...sale })
  const row = (idempotency_key: string) => store.db('transactions').where({ idempotency_key })
  const replayed = ({ status, headers }: TestAnswer<unknown>) => [status, headers.get('idempotent-replayed')]

  test('a release that adds a field with a default knows the retry of a sale booked before it', async () => {
    const medicine = await store.addMedicine({ currentStock: 50 })
    for (const [first, second] of [
      [store.client, tomorrow],
      [tomorrow, store.client],
    ] as const) {
      const key = newKey()
      const booked = await send(first, key, bodyFor(medicine))
      const retry = await send(second, key, bodyFor(medicine))
      expect([booked.status, replayed(retry)]).toEqual([201, [201, 'true']])
      expect(retry.body._id).toBe(booked.body._id)
      expect(codeOf(await send(second, key, { ...bodyFor(medicine), quantity: 4 }))).toBe('sales.key_reused')
    }
    expect(await store.stockOf(medicine)).toBe(44)
  })

  test('a fingerprint of a release to come is answered with 503, never with a no', async () => {
    const medicine = await store.addMedicine({ currentStock: 50 })
    const [key, body] = [newKey(), bodyFor(medicine)]
    await send(store.client, key, body)
    await row(key).update({ request_fingerprint: '3:of-a-release-to-come' })
    const retry = await send(store.client, key, body)
    expect([retry.status, retry.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await store.stockOf(medicine)).toBe(47)
  })

  describe('the command of a pending transaction', () => {
    /** Inserts a due transaction whose command inventory has already executed. */
    const carriedOut = async (sent: StockCommand, stored: StockCommand | null) => {
      const { medicineId, quantity } = sent
      const due = { status: 'pending', balanceAfter: null, nextAttemptAt: new Date() } as const
      const record = buildRecord({ medicineId, quantity, command: stored, ...due })
      await createTransactionStore(store.db).insert([record])
      const token = store.tokens.serviceToken('sales')
      const { status } = await store.inventory.put(`/internal/movements/${record.id}`, { token, body: sent })
      expect(status).toBe(200)
      return record.id
    }
    const command = (medicineId: string, differing: object = {}): StockCommand => ({
      ...{ medicineId, type: 'sale', quantity: 2, direction: 'increase', actorId: 'user-1' },
      ...differing,
    })

    test('is sent in the words in which it was first sent, whatever this release would say', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const sent = command(medicine._id, { actorId: 'somebody-else' })
      const id = await carriedOut(sent, sent)
      await store.sales.sweeper.sweepAll()
      expect((await store.read(id)).body).toMatchObject({ status: 'completed', newStockLevel: 48 })
    })

    test('is written down with the transaction', async () => {
      const medicine = await store.addMedicine()
      const key = newKey()
      const booked = await send(store.client, key, bodyFor(medicine))
      const { command: stored, created_by: actorId } = await row(key).first()
      const salePrice = booked.body.unitPrice
      expect(JSON.parse(stored)).toEqual(command(medicine._id, { quantity: 3, actorId, salePrice }))
      const { body: reversal } = await store.reverse(booked.body._id)
      const undone = await store.db('transactions').where({ id: reversal._id }).first('command')
      expect(JSON.parse(undone.command)).toMatchObject({ reverses: booked.body._id, quantity: 3 })
    })
  })
})
