import { completedTransactionSchema, type FeedEvent, type TransactionsSnapshot } from '@mms/contracts'
import { expect, test } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { describeStore } from '../../test/support.ts'
import { createTransactionStore } from '../transactions/store.ts'

describeStore(
  'what sales tells other services on $name',
  (store) => {
    const feed = async (): Promise<FeedEvent[]> => {
      const token = store.tokens.serviceToken('analytics')
      return (await store.client.get<FeedEvent[]>('/internal/feed?limit=1000', { token })).body
    }

    test('every completed transaction once, with its effect, and no other', async () => {
      const medicine = await store.addMedicine({ currentStock: 5 })
      const sale = await store.record({ medicineId: medicine._id, quantity: 3, unitPrice: 4.35 })
      await store.record({ medicineId: medicine._id, quantity: 3 })
      const reversal = await store.reverse(sale.body._id)
      const events = await feed()
      expect(events.map(({ type, source, subject }) => [type, source, subject])).toEqual([
        ['sales.transaction.completed', 'sales', sale.body._id],
        ['sales.transaction.completed', 'sales', reversal.body._id],
      ])
      const [first, second] = events.map(({ data }) => completedTransactionSchema.strict().parse(data))
      const [{ _id: medicineId }, { _id, createdAt }] = [medicine, sale.body]
      const batch = { batchId: expect.any(String), number: null, expiryDate: null }
      const lines = [{ ...batch, effect: -3, balanceAfter: 2 }]
      const amounts = { quantity: 3, change: -3, unitPrice: 4.35, totalAmount: 13.05 }
      const kind = { type: 'sale', direction: null, reverses: null, sample: false }
      expect(first).toEqual({ _id, medicineId, createdAt, lines, ...amounts, ...kind })
      expect(second).toMatchObject({ change: 3, totalAmount: -13.05, reverses: sale.body._id })
    })

    test('all completed transactions, for a reader that begins anew', async () => {
      const [completed, refused] = [buildRecord({ sample: true }), buildRecord({ status: 'rejected' })]
      await createTransactionStore(store.db).insert([completed, refused])
      const token = store.tokens.serviceToken('analytics')
      const { body } = await store.client.get<TransactionsSnapshot>('/internal/transactions', { token })
      const ids = body.transactions.map(({ _id }) => _id)
      expect([ids.includes(completed.id), ids.includes(refused.id)]).toEqual([true, false])
      expect(body.lastEventId).toBe((await feed()).at(-1)?.id)
    })

    test('how many transactions wait, and for how long since they arrived', async () => {
      const recordedAt = new Date(Date.now() - 90_000)
      const waiting = { status: 'pending', nextAttemptAt: new Date('2100-01-01') } as const
      const late = buildRecord({ ...waiting, createdAt: new Date(0), recordedAt })
      await createTransactionStore(store.db).insert([late, buildRecord(waiting)])
      const { body } = await store.client.get<string>('/metrics')
      expect(body).toMatch(/sales_pending_transactions\{service="sales"\} 2\b/)
      const age = Number(/sales_pending_oldest_seconds\{service="sales"\} ([\d.]+)/.exec(body)?.[1])
      expect(Math.floor(age / 30)).toBe(3)
    })
  },
  { jobs: false },
)
