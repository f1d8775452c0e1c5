import type { Medicine } from '@mms/contracts'
import { expect, test } from 'vitest'
import { describeStore, newKey, salesCalls, type TransactionInput } from '../../test/support.ts'

describeStore(
  'undoing a purchase with a new price on $name',
  (store) => {
    const start = () => store.addMedicine({ currentStock: 10, unitPrice: 12, expiryDate: '2027-06-30' })
    const read = async ({ _id }: Medicine) =>
      (await store.inventory.get<Medicine>(`/api/medicines/${_id}`, { token: store.admin })).body
    const buy = async (medicine: Medicine, differing: Partial<TransactionInput>) => {
      const asked = { medicineId: medicine._id, type: 'purchase' as const, quantity: 5, ...differing }
      return (await store.record(asked)).body
    }

    test('says what is back, in the answer, its replay, the transaction and the list', async () => {
      const medicine = await start()
      const purchase = await buy(medicine, { newUnitPrice: 15, newExpiryDate: '2027-12-31' })
      expect(purchase).not.toHaveProperty('restoration')
      const key = newKey()
      const undone = await store.reverse(purchase._id, key)
      const restoration = { unitPrice: { isRestored: true, now: 12, before: 12 } }
      expect(undone).toMatchObject({ status: 201, body: { newStockLevel: 10, restoration } })
      const expected = { unitPrice: 12, expiryDate: '2027-06-30', currentStock: 10 }
      expect(await read(medicine)).toMatchObject(expected)
      const retry = await store.reverse(purchase._id, key)
      expect([retry.body, retry.headers.get('idempotent-replayed')]).toEqual([undone.body, 'true'])
      expect((await store.record({ medicineId: medicine._id }, key)).status).toBe(422)
      expect((await store.read(undone.body._id)).body.restoration).toEqual(restoration)
      const { body: list } = await store.list(`?medicineId=${medicine._id}`)
      expect(list.map((one) => one.restoration)).toEqual([restoration, undefined])
    })

    test('names the colleague whose purchase has set the price since', async () => {
      const medicine = await start()
      const purchase = await buy(medicine, { newUnitPrice: 15 })
      const ravi = salesCalls(store.client, store.tokens.token({ name: 'Ravi Kumar' }))
      await ravi.record({ medicineId: medicine._id, type: 'purchase', unitPrice: 9, newUnitPrice: 18 })
      const expected = { unitPrice: { isRestored: false, now: 18, before: 12, changedBy: 'Ravi Kumar' } }
      expect((await store.reverse(purchase._id)).body.restoration).toEqual(expected)
      expect(await read(medicine)).toMatchObject({ unitPrice: 18, currentStock: 11 })
    })

    test('gives the cost price back that the purchase has set, and says nothing of it', async () => {
      const medicine = await start()
      const first = await buy(medicine, { unitPrice: 8.05 })
      const slip = await buy(medicine, { unitPrice: 2_020 })
      expect(await read(medicine)).toMatchObject({ costPrice: 2_020, unitPrice: 12 })
      expect((await store.reverse(slip._id)).body).not.toHaveProperty('restoration')
      expect(await read(medicine)).toMatchObject({ costPrice: 8.05 })
      await store.reverse(first._id)
      expect(await read(medicine)).not.toHaveProperty('costPrice')
    })
  },
  { sweepIntervalMs: 20 },
)
