import type { Medicine } from '@mms/contracts'
import { expect, test } from 'vitest'
import { billAt, billCalls, lineOf } from '../../test/bills.ts'
import { useEmptied } from '../../test/emptied-store.ts'
import { describeStore } from '../../test/support.ts'

describeStore(
  'what the reconciler does about it on $name',
  (store) => {
    const { sales, stock } = useEmptied(store)
    const kinds = async () => (await store.sales.reconcile()).findings.map(({ kind }) => kind).toSorted()

    /** Resets inventory's database to the state after the medicine's opening, as an old backup would. */
    async function restore({ _id: id, currentStock }: Medicine): Promise<void> {
      await stock('movements').where('version', '>', 1).delete()
      await stock('movement_lines').whereNotIn('movement_id', stock('movements').select('id')).delete()
      await stock('stock_commands').delete()
      await stock('medicines').where({ id }).update({ current_stock: currentStock, stock_version: 1 })
      await stock('batches').update({ stock: currentStock })
    }
    const setStock = ({ _id, name, category }: Medicine, currentStock: number) =>
      store.inventory.put(`/api/medicines/${_id}`, {
        token: store.admin,
        body: { name, category, currentStock, minStockLevel: 10, unitPrice: 1 },
      })
    const adjust = ({ _id: medicineId }: Medicine, quantity: number, direction: 'increase' | 'decrease') =>
      store.record({ medicineId, type: 'adjustment', quantity, direction })

    test('sends again what a restored inventory has lost, and each falls into its old place', async () => {
      const medicine = await store.addMedicine({ currentStock: 10 })
      const sale = await store.record({ medicineId: medicine._id, quantity: 3 })
      await store.record({ medicineId: medicine._id, type: 'purchase', quantity: 40 })
      await adjust(medicine, 2, 'decrease')
      await store.reverse(sale.body._id)
      const places = async () =>
        (await store.movementsOf(medicine)).map(({ lines: _, createdAt: __, ...movement }) => movement)
      const before = await places()
      await restore(medicine)
      expect(await store.sales.reconcile()).toMatchObject({ resent: 4, transactions: 4, mismatches: 0 })
      expect(await places()).toEqual(before)
      expect(await store.stockOf(medicine)).toBe(48)
      expect(await store.sales.reconcile()).toMatchObject({ resent: 0, transactions: 4, mismatches: 0 })
    })

    test('sends a bill’s lines again, also one whose unit price is rounded up above the MRP', async () => {
      const calls = billCalls(store.client, store)
      const strip = { packSize: 8, packPrice: 35, packMrp: 35 }
      const medicine = await store.addMedicine({ currentStock: 10, ...strip })
      const bill = billAt(await calls.openCounter(), 1, { lines: [lineOf(medicine, 8), lineOf(medicine, 1)] })
      expect((await calls.send(bill)).status).toBe(201)
      await restore(medicine)
      expect(await store.sales.reconcile()).toMatchObject({ resent: 2, mismatches: 0 })
      expect(await store.stockOf(medicine)).toBe(1)
      expect((await calls.send(bill)).status).toBe(201)
    })

    test('sends none again that the ledger has', async () => {
      const medicine = await store.addMedicine({ currentStock: 10 })
      const kept = await store.record({ medicineId: medicine._id })
      const lost = await store.record({ medicineId: medicine._id })
      await stock('movements').where({ id: lost.body._id }).delete()
      await stock('movement_lines').where({ movement_id: lost.body._id }).delete()
      await stock('stock_commands').where({ id: lost.body._id }).delete()
      await stock('medicines').update({ current_stock: 9, stock_version: 2 })
      const known = await stock('stock_commands').where({ id: kept.body._id }).first()
      expect(await store.sales.reconcile()).toMatchObject({ resent: 1, mismatches: 0 })
      expect(await stock('stock_commands').where({ id: kept.body._id }).first()).toEqual(known)
    })

    test('tells of one that fell into another place, because an adjustment in the form is lost', async () => {
      const medicine = await store.addMedicine({ currentStock: 10 })
      await store.record({ medicineId: medicine._id, quantity: 1 })
      await setStock(medicine, 30)
      const { body } = await store.record({ medicineId: medicine._id, quantity: 2 })
      await restore(medicine)
      const detail = 'now version 3, balance 7; was version 4, balance 28'
      const finding = { kind: 'movement_moved', medicineId: medicine._id, id: body._id, detail }
      const report = await store.sales.reconcile()
      expect(report).toMatchObject({ resent: 2, mismatches: 1, findings: [finding] })
      expect((await store.read(body._id)).body).toMatchObject({ status: 'completed', newStockLevel: 7 })
      expect(await kinds()).toEqual([])
    })

    test('tells of one that inventory now refuses, in every run', async () => {
      const medicine = await store.addMedicine({ currentStock: 10 })
      await setStock(medicine, 100)
      await store.record({ medicineId: medicine._id, quantity: 50 })
      await restore(medicine)
      const refused = ['chain_broken', 'transaction_without_movement']
      expect(await kinds()).toEqual(refused)
      expect(await kinds()).toEqual(refused)
      expect(await store.stockOf(medicine)).toBe(10)
    })

    test('keeps all it finds in a table, of the last run only, and tells the first hundred', async () => {
      const medicine = await store.addMedicine({ currentStock: 10 })
      const { body } = await store.record({ medicineId: medicine._id })
      const last = await stock('movements').where({ id: body._id }).first()
      const rows = Array.from({ length: 1_200 }, (_, index) => ({
        ...last,
        id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
        type: 'purchase',
        version: index + 3,
        effect: index % 2 === 0 ? 1 : -1,
        balance_after: index % 2 === 0 ? 10 : 9,
      }))
      for (let from = 0; from < rows.length; from += 300) {
        await stock('movements').insert(rows.slice(from, from + 300))
      }
      await stock('medicines').update({ stock_version: 1_202, current_stock: 9 })
      for (let run = 0; run < 2; run += 1) {
        const report = await store.sales.reconcile()
        expect(report.mismatches).toBe(1_200)
        expect(report.findings).toHaveLength(100)
        const kept = await sales('reconciliation_findings').pluck('kind')
        expect(kept).toEqual(Array(1_200).fill('movement_without_transaction'))
      }
    })
  },
  { jobs: false },
)
