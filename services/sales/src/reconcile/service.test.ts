import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, onTestFinished, test } from 'vitest'
import { useEmptiedStore } from '../../test/emptied-store.ts'
import { buildRecord } from '../../test/records.ts'
import { inventoryAt, log, newKey } from '../../test/support.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { createReconciler, nextNight, prepareReconciliation } from './service.ts'

describe.each(testDatabases())('the reconciler on $name', (database: TestDatabase) => {
  const opened = useEmptiedStore(database)
  const { sales, stock } = opened

  /** Records a sale, a purchase, a reversal, an adjustment by form and a refused sale of one medicine. */
  async function trade() {
    const medicine = await opened.store.addMedicine({ currentStock: 10 })
    const subject = { medicineId: medicine._id }
    const sale = await opened.store.record({ ...subject, quantity: 3 })
    await opened.store.record({ ...subject, type: 'purchase', quantity: 5 })
    await opened.store.reverse(sale.body._id)
    await opened.store.record({ ...subject, quantity: 99 })
    const { name, category } = medicine
    const body = { name, category, currentStock: 20, minStockLevel: 10, unitPrice: 1 }
    await opened.store.inventory.put(`/api/medicines/${medicine._id}`, { token: opened.store.admin, body })
    return { medicine, saleId: sale.body._id }
  }
  const kinds = async () => {
    const { mismatches, findings } = await opened.store.sales.reconcile()
    expect(mismatches).toBe(findings.length)
    return findings.map(({ kind }) => kind)
  }

  test('finds nothing wrong where nothing is', async () => {
    await trade()
    await trade()
    await createTransactionStore(opened.store.database.db).insert([buildRecord({ sample: true })])
    const report = await opened.store.sales.reconcile()
    expect(report).toMatchObject({
      medicines: 2,
      movements: 10,
      transactions: 6,
      mismatches: 0,
      findings: [],
    })
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
    expect(await opened.store.sales.reconcile()).toMatchObject({
      movements: 605,
      transactions: 3,
      mismatches: 0,
    })
    await stock('movements').where({ version: 60 }).update({ effect: 7 })
    expect(await kinds()).toEqual(['chain_broken'])
  })

  test('carries out what was left pending', async () => {
    const medicine = await opened.store.addMedicine({ currentStock: 10 })
    const pending = buildRecord({ medicineId: medicine._id, status: 'pending', nextAttemptAt: new Date(0) })
    await createTransactionStore(opened.store.database.db).insert([pending])
    expect(await opened.store.sales.reconcile()).toMatchObject({
      replayed: 1,
      pending: 0,
      transactions: 1,
      mismatches: 0,
    })
    expect((await opened.store.read(pending.id)).body).toMatchObject({
      status: 'completed',
      newStockLevel: 8,
    })
    expect(await opened.store.stockOf(medicine)).toBe(8)
  })

  test('is not misled by one that is pending and already in the ledger', async () => {
    const { saleId } = await trade()
    const waiting = { status: 'pending', movement_version: null, next_attempt_at: new Date('2100-01-01') }
    await sales('transactions').where({ id: saleId }).update(waiting)
    expect(await kinds()).toEqual([])
  })

  test('has an age, whichever replica made it, also before the first has finished', async () => {
    const age = async () => {
      const { body } = await opened.store.client.get<string>('/metrics')
      return Number(/^reconciliation_age_seconds\{.*\} (\S+)$/m.exec(body)?.[1])
    }
    const yesterday = new Date(Date.now() - 86_400_000)
    await sales('reconciliation').delete()
    await prepareReconciliation(opened.store.database.db)
    await sales('reconciliation').update({ watched_since: yesterday })
    expect(await age()).toBeGreaterThanOrEqual(86_400)
    await opened.store.sales.reconcile()
    expect(await age()).toBeLessThan(86_400)
    await sales('reconciliation').update({ finished_at: yesterday })
    expect(await age()).toBeGreaterThanOrEqual(86_400)
  })

  test('is not finished by a replica whose lease another took over', async () => {
    const inventory = inventoryAt(opened.store.inventory.url, opened.store.tokens)
    onTestFinished(inventory.close)
    const { db } = opened.store.database
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
    test.each<[string, (saleId: string) => PromiseLike<unknown>, string[]]>([
      [
        'a stock that is not the ledger’s',
        () => stock('medicines').update({ current_stock: 21 }),
        ['stock_differs'],
      ],
      [
        'a line that is missing, and of its transaction',
        (id) => stock('movements').where({ id }).delete(),
        ['chain_broken', 'transaction_without_movement'],
      ],
      [
        'a line that says something else than its transaction',
        (id) => sales('transactions').where({ id }).update({ quantity: 4 }),
        ['movement_differs'],
      ],
      [
        'a line that moved the stock the other way than its transaction',
        (id) => sales('transactions').where({ id }).update({ reverses: newKey() }),
        ['movement_differs'],
      ],
      [
        'a line that does not make its balance',
        (id) => stock('movements').where({ id }).update({ effect: -2 }),
        ['chain_broken', 'movement_differs'],
      ],
      [
        'a ledger that does not begin with nothing',
        () => stock('movements').where({ version: 1 }).update({ effect: 9 }),
        ['chain_broken'],
      ],
    ])('%s', async (_, damage, expected) => {
      const { saleId } = await trade()
      await damage(saleId)
      expect((await kinds()).toSorted()).toEqual(expected)
    })

    test('a transaction of a medicine that inventory does not know', async () => {
      const subject = { movementVersion: 1, balanceAfter: 3 }
      await createTransactionStore(opened.store.database.db).insert([buildRecord(subject)])
      expect(await kinds()).toEqual(['chain_broken', 'transaction_without_movement'])
    })

    test('a line whose transaction is lost, and one whose transaction was refused', async () => {
      const { saleId } = await trade()
      await sales('transactions').where({ id: saleId }).update({ status: 'rejected', movement_version: null })
      expect(await kinds()).toEqual(['movement_of_refused_transaction'])
      await sales('transactions').where({ id: saleId }).delete()
      expect(await kinds()).toEqual(['movement_without_transaction'])
    })

    test('what it found in a metric, until the next run finds nothing', async () => {
      const metric = async () =>
        /stock_ledger_mismatch\{service="sales"\} (\d+)/.exec(
          (await opened.store.client.get<string>('/metrics')).body,
        )?.[1]
      await trade()
      await stock('medicines').update({ current_stock: 21 })
      await opened.store.sales.reconcile()
      expect(await metric()).toBe('1')
      await stock('medicines').update({ current_stock: 20 })
      await opened.store.sales.reconcile()
      expect(await metric()).toBe('0')
    })
  })
})

test.each([
  ['2026-11-20T06:30:00Z', '2026-11-20T21:30:00.000Z'],
  ['2026-11-20T21:29:59Z', '2026-11-20T21:30:00.000Z'],
  ['2026-11-20T21:30:00Z', '2026-11-21T21:30:00.000Z'],
  ['2026-11-20T18:29:00Z', '2026-11-20T21:30:00.000Z'],
])('after %s the next night of the store is %s', (now, night) => {
  expect(nextNight(new Date(now), 'Asia/Kolkata').toISOString()).toBe(night)
})
