import type { AuditEntry, Medicine, Problem, StockCommand, Transaction } from '@mms/contracts'
import { MINUTE_MS } from '@mms/contracts'
import { startApp } from '@mms/service-kit/test-support'
import { expect, onTestFinished, test } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { startTomorrow } from '../../test/releases.ts'
import { describeStore, newKey, salesCalls } from '../../test/support.ts'
import { createTransactionStore } from '../transactions/store.ts'

describeStore(
  'a no that is not understood on $name',
  (store) => {
    const rows = (id: string) => store.db('transactions').where({ id })
    const commandFor = ({ _id: medicineId }: Medicine): StockCommand => ({
      ...{ medicineId, type: 'sale', quantity: 2, direction: 'increase' },
    })
    /** Inserts a due transaction whose command has a field of a later release, which inventory refuses. */
    const insertDue = async (medicine: Medicine, differing: object = { batch: 'B-7' }) => {
      const command = { ...commandFor(medicine), ...differing }
      const record = buildRecord({
        ...{ medicineId: medicine._id, command, balanceAfter: null, createdBy: store.staff },
        status: 'pending',
        createdBy: 'user-1',
        nextAttemptAt: new Date(),
      })
      await createTransactionStore(store.db).insert([record])
      return record.id
    }
    const understand = (id: string, medicine: Medicine) =>
      rows(id).update({ command: JSON.stringify(commandFor(medicine)) })
    const insertStuck = async (medicine: Medicine) => {
      const id = await insertDue(medicine)
      await store.sales.sweeper.sweepAll()
      return id
    }
    const retry = (id: string) =>
      store.client.post<Transaction>(`/api/transactions/${id}/retry`, { token: store.admin })
    const listStuck = async () =>
      (await store.client.get<Transaction[]>('/api/transactions/stuck', { token: store.admin })).body
    const gauge = async (name: string) => {
      const { body } = await store.client.get<string>('/metrics')
      return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(body)?.[1])
    }

    test('is a state that people see: in the transaction, its list and the gauges', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const before = await gauge('sales_stuck_transactions')
      const pendingBefore = await gauge('sales_pending_transactions')
      const id = await insertStuck(medicine)
      const { body } = await store.read(id)
      expect(body).toMatchObject({ status: 'pending', stuckSince: expect.any(String), newStockLevel: null })
      expect(body.reason).toContain('answered 400')
      expect((await store.list()).body.find(({ _id }) => _id === id)).toEqual(body)
      expect((await listStuck()).find(({ _id }) => _id === id)).toEqual(body)
      expect(await gauge('sales_stuck_transactions')).toBe(before + 1)
      expect(await gauge('sales_stuck_oldest_seconds')).toBeGreaterThan(0)
      expect(await gauge('sales_pending_transactions')).toBe(pendingBefore)
      expect(await store.stockOf(medicine)).toBe(50)
    })

    test('is not asked about again and again, and ends by itself once it is understood', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const id = await insertStuck(medicine)
      const seen = await rows(id).first('attempts', 'next_attempt_at', 'stuck_since')
      expect(new Date(seen.next_attempt_at).getTime()).toBeGreaterThan(Date.now() + 5 * MINUTE_MS)
      await store.sales.sweeper.sweepAll()
      expect(await rows(id).first('attempts', 'next_attempt_at', 'stuck_since')).toEqual(seen)
      await understand(id, medicine)
      await rows(id).update({ next_attempt_at: new Date() })
      await store.sales.sweeper.sweepAll()
      const { body } = await store.read(id)
      expect(body).toMatchObject({ status: 'completed', reason: null, newStockLevel: 48 })
      expect(body).not.toHaveProperty('stuckSince')
      expect(await listStuck()).not.toContainEqual(expect.objectContaining({ _id: id }))
    })

    test('is asked about again when an administrator says so', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const id = await insertStuck(medicine)
      const { stuckSince } = (await store.read(id)).body
      expect(await retry(id)).toMatchObject({ status: 202, body: { stuckSince } })
      await understand(id, medicine)
      expect(await retry(id)).toMatchObject({ status: 200, body: { status: 'completed', newStockLevel: 48 } })
      expect(await retry(id)).toMatchObject({ status: 200, body: { status: 'completed' } })
      expect((await retry(newKey())).status).toBe(404)
      expect(await store.stockOf(medicine)).toBe(48)
    })

    test('can be cancelled, and then never has an effect', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const id = await insertStuck(medicine)
      const expected = { status: 200, body: { status: 'cancelled', reason: null } }
      expect(await salesCalls(store.client, store.admin).cancel(id)).toMatchObject(expected)
      const history = (transaction: string) =>
        store.client.get<AuditEntry[]>(`/api/transactions/${transaction}/history`, { token: store.staff })
      const action = 'transaction.cancellation-requested'
      const entry = { action, subject: id, actorName: expect.any(String) }
      expect((await history(id)).body).toMatchObject([entry])
      expect((await history(newKey())).status).toBe(404)
      await understand(id, medicine)
      expect((await retry(id)).body.status).toBe('cancelled')
      expect(await store.stockOf(medicine)).toBe(50)
    })

    test('does not hold up what else is due', async () => {
      const medicine = await store.addMedicine({ currentStock: 500 })
      for (let count = 0; count < 12; count += 1) await insertDue(medicine)
      const good = await insertDue(medicine, {})
      await store.sales.sweeper.sweepAll()
      expect((await store.read(good)).body).toMatchObject({ status: 'completed' })
    })

    test('a sale at the counter is answered 202, and its retry too', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const key = newKey()
      const refusing = await startApp({
        callback: () => (_, response) => void response.writeHead(409).end('{"code":"inventory.of_tomorrow"}'),
      })
      onTestFinished(refusing.close)
      const replica = await startTomorrow(store, refusing.url)
      onTestFinished(replica.close)
      const send = () =>
        replica.post<Transaction>('/api/transactions', {
          token: store.staff,
          body: { medicineId: medicine._id, type: 'sale', quantity: 1, unitPrice: 1 },
          headers: { 'Idempotency-Key': key },
        })
      const first = await send()
      if (first.status !== 202) throw new Error((first.body as unknown as Problem).message)
      expect(first.body.stuckSince).toEqual(expect.any(String))
      const expected = { status: 202, body: { _id: first.body._id, stuckSince: first.body.stuckSince } }
      expect(await send()).toMatchObject(expected)
    })
  },
  { jobs: false },
)
