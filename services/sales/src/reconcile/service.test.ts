import { describe, expect, onTestFinished, test } from 'vitest'
import { useEmptied } from '../../test/emptied-store.ts'
import { buildRecord } from '../../test/records.ts'
import { describeStore, inventoryAt, log, newKey } from '../../test/support.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { createReconciler, nextNight, prepareReconciliation } from './service.ts'

describeStore(
  'the reconciler on $name',
  (store) => {
    const { sales, stock } = useEmptied(store)

    /** Records a sale, a purchase, a reversal, an adjustment by form and a refused sale of one medicine. */
    async function trade() {
      const medicine = await store.addMedicine({ currentStock: 10 })
      const subject = { medicineId: medicine._id }
      const sale = await store.record({ ...subject, quantity: 3 })
      await store.record({ ...subject, type: 'purchase', quantity: 5 })
      await store.reverse(sale.body._id)
      await store.record({ ...subject, quantity: 99 })
      const { name, category } = medicine
      const body = { name, category, currentStock: 20, minStockLevel: 10, unitPrice: 1 }
      await store.inventory.put(`/api/medicines/${medicine._id}`, { token: store.admin, body })
      return { medicine, saleId: sale.body._id }
    }
    const kinds = async () => {
      const { mismatches, findings } = await store.sales.reconcile()
      expect(mismatches).toBe(findings.length)
      return findings.map(({ kind }) => kind)
    }

    const metric = async (name: string) => {
      const { body } = await store.client.get<string>('/metrics')
      return Number(new RegExp(`^${name}\\{service="sales"\\} (\\S+)$`, 'm').exec(body)?.[1])
    }

    test('finds nothing wrong where nothing is', async () => {
      await trade()
      await trade()
      await createTransactionStore(store.db).insert([buildRecord({ sample: true })])
      const counts = { medicines: 2, movements: 10, transactions: 6, mismatches: 0, findings: [] }
      expect(await store.sales.reconcile()).toMatchObject(counts)
    })

    test('reads a ledger of two pages', async () => {
      const { medicine } = await trade()
      const [last] = await stock('movements').orderBy('version', 'desc').limit(1)
      const rows = Array.from({ length: 600 }, (_, index) => ({
        ...last,
        id: newKey(),
        type: 'adjustment',
        version: last.version + index + 1,
        effect: index % 2 === 0 ? 1 : -1,
        balance_after: last.balance_after + (index % 2 === 0 ? 1 : 0),
      }))
      for (let from = 0; from < rows.length; from += 300)
        await stock('movements').insert(rows.slice(from, from + 300))
      await stock('medicines')
        .where({ id: medicine._id })
        .update({ stock_version: last.version + rows.length })
      const counts = { movements: 605, transactions: 3, mismatches: 0 }
      expect(await store.sales.reconcile()).toMatchObject(counts)
      await stock('movements').where({ version: 60 }).update({ effect: 7 })
      expect(await kinds()).toEqual(['chain_broken'])
    })

    test('carries out what was left pending', async () => {
      const medicine = await store.addMedicine({ currentStock: 10 })
      const pending = buildRecord({ medicineId: medicine._id, status: 'pending', nextAttemptAt: new Date(0) })
      await createTransactionStore(store.db).insert([pending])
      const counts = { replayed: 1, pending: 0, transactions: 1, mismatches: 0 }
      expect(await store.sales.reconcile()).toMatchObject(counts)
      expect((await store.read(pending.id)).body).toMatchObject({ status: 'completed', newStockLevel: 8 })
      expect(await store.stockOf(medicine)).toBe(8)
    })

    test('is not misled by one that is pending and already in the ledger', async () => {
      const { saleId } = await trade()
      const waiting = { status: 'pending', movement_version: null, next_attempt_at: new Date('2100-01-01') }
      await sales('transactions').where({ id: saleId }).update(waiting)
      expect(await kinds()).toEqual([])
    })

    test('has an age, whichever replica made it, also before the first has finished', async () => {
      const age = () => metric('reconciliation_age_seconds')
      const yesterday = new Date(Date.now() - 86_400_000)
      await sales('reconciliation').delete()
      await prepareReconciliation(store.db)
      await sales('reconciliation').update({ watched_since: yesterday })
      expect(await age()).toBeGreaterThanOrEqual(86_400)
      await store.sales.reconcile()
      expect(await age()).toBeLessThan(86_400)
      await sales('reconciliation').update({ finished_at: yesterday })
      expect(await age()).toBeGreaterThanOrEqual(86_400)
    })

    test('is not finished by a replica whose lease another took over', async () => {
      const inventory = inventoryAt(store.inventory.url, store.tokens)
      onTestFinished(inventory.close)
      const { db } = store.database
      const replayPending = async () => db('leases').update({ holder: 'another', due_at: 0 })
      const options = { db, inventory, replayPending, timeZone: 'Asia/Kolkata', leaseMs: 3_000, log }
      const { runIfDue } = createReconciler(options)
      const { signal } = new AbortController()
      await db('leases').delete()
      await db('reconciliation').delete()
      expect(await runIfDue(signal)).toBeUndefined()
      await db('leases').update({ due_at: 0 })
      expect(await runIfDue(signal)).toBeUndefined()
      expect(await db('leases').first('holder')).toEqual({ holder: 'another' })
      expect((await db('reconciliation').first())?.finished_at ?? null).toBeNull()
      await db('leases').delete()
    })

    describe('tells of', () => {
      type Damage = [what: string, damage: (saleId: string) => PromiseLike<unknown>, ...kinds: string[]]
      const [line, sale] = [
        (id: string) => stock('movements').where({ id }),
        (id: string) => sales('transactions').where({ id }),
      ]
      test.each<Damage>([
        [
          'a stock that is not the ledger’s',
          () => stock('medicines').update({ current_stock: 21 }),
          'stock_differs',
        ],
        [
          'a missing line, and its transaction',
          (id) => line(id).delete(),
          'chain_broken',
          'transaction_without_movement',
        ],
        ['a line unlike its transaction', (id) => sale(id).update({ quantity: 4 }), 'movement_differs'],
        [
          'a line that moved the other way',
          (id) => sale(id).update({ reverses: newKey() }),
          'movement_differs',
        ],
        [
          'a line that does not make its balance',
          (id) => line(id).update({ effect: -2 }),
          'chain_broken',
          'movement_differs',
        ],
        [
          'a ledger that begins with stock',
          () => stock('movements').where({ version: 1 }).update({ effect: 9 }),
          'chain_broken',
        ],
      ])('%s', async (_, damage, ...expected) => {
        const { saleId } = await trade()
        await damage(saleId)
        expect((await kinds()).toSorted()).toEqual(expected)
      })

      test('a transaction of a medicine that inventory does not know', async () => {
        const subject = { movementVersion: 1, balanceAfter: 3 }
        await createTransactionStore(store.db).insert([buildRecord(subject)])
        expect(await kinds()).toEqual(['chain_broken', 'transaction_without_movement'])
      })

      test('a line whose transaction is lost, and one whose transaction was refused', async () => {
        const { saleId } = await trade()
        await sales('transactions')
          .where({ id: saleId })
          .update({ status: 'rejected', movement_version: null })
        expect(await kinds()).toEqual(['movement_of_refused_transaction'])
        await sales('transactions').where({ id: saleId }).delete()
        expect(await kinds()).toEqual(['movement_without_transaction'])
      })

      test('what it found in a metric, until the next run finds nothing', async () => {
        await trade()
        await stock('medicines').update({ current_stock: 21 })
        await store.sales.reconcile()
        expect(await metric('stock_ledger_mismatch')).toBe(1)
        await stock('medicines').update({ current_stock: 20 })
        await store.sales.reconcile()
        expect(await metric('stock_ledger_mismatch')).toBe(0)
      })
    })
  },
  { jobs: false },
)

test.each([
  ['2026-11-20T06:30:00Z', '2026-11-20T21:30:00.000Z'],
  ['2026-11-20T21:29:59Z', '2026-11-20T21:30:00.000Z'],
  ['2026-11-20T21:30:00Z', '2026-11-21T21:30:00.000Z'],
  ['2026-11-20T18:29:00Z', '2026-11-20T21:30:00.000Z'],
])('after %s the next night of the store is %s', (now, night) => {
  expect(nextNight(new Date(now), 'Asia/Kolkata').toISOString()).toBe(night)
})
