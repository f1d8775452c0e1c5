import type { DeliveryChanges, UpdateMedicine } from '@mms/contracts'
import { beforeEach, describe, expect, test } from 'vitest'
import { batchTools } from '../../test/batches.ts'
import { describeInventory, newId } from '../../test/support.ts'

describeInventory('purchases on $name', (inventory) => {
  beforeEach(() => inventory.clear())

  const tools = batchTools(() => inventory)
  const edit = async (id: string, differing: Partial<UpdateMedicine>) =>
    inventory.save(await inventory.medicine(id), differing, inventory.staff)
  async function buy(medicineId: string, changes: DeliveryChanges): Promise<string> {
    const id = newId()
    await inventory.command(id, { medicineId, type: 'purchase', quantity: 5, changes })
    return id
  }
  const undo = async (medicineId: string, reverses: string, id = newId()) =>
    (await inventory.command(id, { medicineId, type: 'purchase', quantity: 5, reverses })).body
  const startAt = (unitPrice: number, currentStock = 10) =>
    inventory.create({ currentStock, unitPrice, expiryDate: '2027-06-30' })

  describe('a delivery with a new price', () => {
    const changes = { unitPrice: 21.5 }

    test('leaves what it does not give, also beside commands of the same moment', async () => {
      const { _id, expiryDate } = await inventory.create({ currentStock: 10, unitPrice: 8 })
      const other = await inventory.create({ currentStock: 10, unitPrice: 3 })
      const sell = (medicineId: string) => inventory.command(newId(), { medicineId, quantity: 1 })
      const buy = { medicineId: _id, type: 'purchase' as const, quantity: 5, changes: { unitPrice: 9 } }
      await Promise.all([sell(_id), inventory.command(newId(), buy), sell(_id), sell(other._id)])
      expect(await inventory.medicine(_id)).toMatchObject({ currentStock: 13, unitPrice: 9, expiryDate })
      expect(await inventory.medicine(other._id)).toMatchObject({ currentStock: 9, unitPrice: 3 })
      const movements = await inventory.movements(_id)
      expect(movements.map(({ version }) => version)).toEqual([1, 2, 3, 4])
    })

    test.each([
      ['a sale', { type: 'sale' as const, changes }],
      ['an undoing', { type: 'purchase' as const, reverses: newId(), changes }],
    ])('is refused for %s', async (_, command) => {
      const { _id, unitPrice } = await inventory.create({ currentStock: 10 })
      expect(await inventory.command(newId(), { medicineId: _id, ...command })).toMatchObject({ status: 400 })
      expect(await inventory.medicine(_id)).toMatchObject({ currentStock: 10, unitPrice })
    })
  })

  describe('undoing a purchase', () => {
    test('leaves what the form has changed since, and says who did and both values', async () => {
      const { _id } = await startAt(12)
      const purchase = await buy(_id, { unitPrice: 15 })
      await edit(_id, { unitPrice: 18, currentStock: 15 })
      const setBy = { movementId: null, name: expect.stringMatching(/./) }
      const unitPrice = { isRestored: false, now: 18, before: 12, setBy }
      expect(await undo(_id, purchase)).toMatchObject({ restoration: { unitPrice } })
      expect(await inventory.medicine(_id)).toMatchObject({ unitPrice: 18 })
    })

    test('does not take a value for its own that another purchase has set to the same', async () => {
      const { _id } = await startAt(12)
      const purchase = await buy(_id, { unitPrice: 15 })
      await buy(_id, { unitPrice: 12 })
      const other = await buy(_id, { unitPrice: 15 })
      const unitPrice = { isRestored: false, now: 15, before: 12, setBy: { movementId: other, name: null } }
      expect(await undo(_id, purchase)).toMatchObject({ restoration: { unitPrice } })
      expect(await inventory.medicine(_id)).toMatchObject({ unitPrice: 15 })
    })

    test('says nothing of a value that is what it was', async () => {
      const { _id } = await startAt(12)
      const purchase = await buy(_id, { unitPrice: 15 })
      await edit(_id, { unitPrice: 12, currentStock: 15 })
      expect(Object(await undo(_id, purchase)).restoration).toEqual({})
    })

    test('of one after the other goes back step by step, newest first, to the typed price and date', async () => {
      const { _id, expiryDate } = await startAt(12, 0)
      const first = await buy(_id, { unitPrice: 15 })
      const second = await buy(_id, { unitPrice: 18 })
      await undo(_id, second)
      expect(await inventory.medicine(_id)).toMatchObject({ unitPrice: 15 })
      await undo(_id, first)
      expect(await inventory.medicine(_id)).toMatchObject({ unitPrice: 12, expiryDate })
      await undo(_id, Object(await tools.buy(_id, 5, { expiryDate: '2028-01-31' })).movementId)
      await tools.send(_id, { type: 'return', quantity: 1 })
      expect(await inventory.medicine(_id)).toMatchObject({ currentStock: 1, expiryDate })
    })

    test('leaves a date that was typed since', async () => {
      const { _id } = await inventory.create({ currentStock: 0, expiryDate: null })
      const purchase = await buy(_id, {})
      await edit(_id, { expiryDate: '2027-03-31' })
      await undo(_id, purchase)
      expect(await inventory.medicine(_id)).toMatchObject({ currentStock: 0, expiryDate: '2027-03-31' })
    })

    test('never brings back the price of a purchase that was undone before', async () => {
      const { _id } = await startAt(12)
      const first = await buy(_id, { unitPrice: 15 })
      const second = await buy(_id, { unitPrice: 18 })
      await undo(_id, first)
      expect(await inventory.medicine(_id)).toMatchObject({ unitPrice: 18 })
      await undo(_id, second)
      expect(await inventory.medicine(_id)).toMatchObject({ unitPrice: 12 })
    })

    test('leaves the number of a batch that never held more to the next delivery or count', async () => {
      const { _id } = await startAt(12)
      const wrong = { number: 'A', expiryDate: '2028-01-31', unitPrice: 19, mrp: 20, supplier: 'Apollo' }
      const receive = async (batch: object) => Object(await tools.buy(_id, 5, batch))
      for (const returnBy of ['2027-01-31', null]) {
        const { movementId } = await receive({ ...wrong, returnBy })
        await undo(_id, movementId)
        await tools.act('discount', { batchIds: [(await tools.find(_id, 'A'))._id], percent: 10 })
      }
      expect(await inventory.medicine(_id)).toMatchObject({ currentStock: 10, expiryDate: '2027-06-30' })
      const right = { number: 'A', expiryDate: '2027-01-31', mrp: 25 }
      const { movementId } = await receive(right)
      const [stored] = await tools.list(_id)
      expect(stored).toMatchObject({ ...right, stock: 5, unitPrice: null, supplier: null, returnBy: null })
      expect(stored?.discounted).toBeNull()
      await receive(right)
      await tools.send(_id, { type: 'expired', quantity: 5, batch: { number: 'A' } })
      await undo(_id, movementId)
      expect(await receive(wrong)).toMatchObject({ code: 'inventory.batch_expiry' })
      const { expiryDate } = wrong
      for (const [number, found] of Object.entries({ B: right, C: { expiryDate } })) {
        await undo(_id, (await receive({ ...wrong, number })).movementId)
        const batch = number === 'B' ? { ...found, number } : { number }
        await tools.send(_id, { type: 'adjustment', quantity: 1, batch })
        expect(await tools.find(_id, number)).toMatchObject({ ...found, number, unitPrice: null })
      }
    })

    test('returns the same when it comes again, whatever was changed since', async () => {
      const { _id } = await startAt(12)
      const purchase = await buy(_id, { unitPrice: 15 })
      const id = newId()
      const first = await undo(_id, purchase, id)
      await edit(_id, { unitPrice: 30 })
      expect(await undo(_id, purchase, id)).toEqual(first)
      expect(await inventory.medicine(_id)).toMatchObject({ unitPrice: 30, currentStock: 10 })
      expect(await undo(_id, purchase)).toMatchObject({ code: 'inventory.already_reversed' })
      expect(await undo(_id, id)).toMatchObject({ code: 'inventory.reversal_mismatch' })
    })

    test('that the stock does not allow changes no value either', async () => {
      const { _id } = await startAt(12)
      const purchase = await buy(_id, { unitPrice: 15 })
      await inventory.command(newId(), { medicineId: _id, quantity: 12 })
      expect(await undo(_id, purchase)).toMatchObject({ code: 'inventory.insufficient_stock' })
      expect(await inventory.medicine(_id)).toMatchObject({ unitPrice: 15 })
    })
  })
})
