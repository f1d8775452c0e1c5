import type { DeliveryChanges, Medicine, UpdateMedicine } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId, openInventory } from '../../test/support.ts'

describe.each(testDatabases())('undoing a purchase on $name', (database) => {
  const inventory = openForTests(() => openInventory(database))
  beforeEach(() => inventory.clear())

  const read = async (id: string) =>
    (await inventory.client.get<Medicine>(`/api/medicines/${id}`, { token: inventory.staff })).body
  async function edit(id: string, differing: Partial<UpdateMedicine>) {
    const { name, category, currentStock, minStockLevel, unitPrice } = await read(id)
    const body = { name, category, currentStock, minStockLevel, unitPrice, ...differing }
    await inventory.client.put(`/api/medicines/${id}`, { token: inventory.staff, body })
  }
  async function buy(medicineId: string, changes: DeliveryChanges): Promise<string> {
    const id = newId()
    await inventory.command(id, { medicineId, type: 'purchase', quantity: 5, changes })
    return id
  }
  const undo = async (medicineId: string, reverses: string, id = newId()) =>
    (await inventory.command(id, { medicineId, type: 'purchase', quantity: 5, reverses })).body
  const startAt = (unitPrice: number) =>
    inventory.create({ currentStock: 10, unitPrice, expiryDate: '2027-06-30' })

  test('restores the price that it had set, with the stock', async () => {
    const { _id, version } = await startAt(12)
    const purchase = await buy(_id, { unitPrice: 15 })
    expect(await undo(_id, purchase)).toMatchObject({
      balanceAfter: 10,
      restoration: { unitPrice: { isRestored: true, now: 12, before: 12, setBy: null } },
    })
    const asBefore = { currentStock: 10, unitPrice: 12, expiryDate: '2027-06-30', version: version + 2 }
    expect(await read(_id)).toMatchObject(asBefore)
    expect(await inventory.state(_id)).toMatchObject(asBefore)
  })

  test('leaves what the form has changed since, and says who did and both values', async () => {
    const { _id } = await startAt(12)
    const purchase = await buy(_id, { unitPrice: 15 })
    await edit(_id, { unitPrice: 18, currentStock: 15 })
    expect(await undo(_id, purchase)).toMatchObject({
      restoration: {
        unitPrice: {
          isRestored: false,
          now: 18,
          before: 12,
          setBy: { movementId: null, name: expect.stringMatching(/./) },
        },
      },
    })
    expect(await read(_id)).toMatchObject({ unitPrice: 18 })
  })

  test('does not take a value for its own that another purchase has set to the same', async () => {
    const { _id } = await startAt(12)
    const purchase = await buy(_id, { unitPrice: 15 })
    await buy(_id, { unitPrice: 12 })
    const other = await buy(_id, { unitPrice: 15 })
    expect(await undo(_id, purchase)).toMatchObject({
      restoration: {
        unitPrice: { isRestored: false, now: 15, before: 12, setBy: { movementId: other, name: null } },
      },
    })
    expect(await read(_id)).toMatchObject({ unitPrice: 15 })
  })

  test('says nothing of a value that is what it was', async () => {
    const { _id } = await startAt(12)
    const purchase = await buy(_id, { unitPrice: 15 })
    await edit(_id, { unitPrice: 12, currentStock: 15 })
    expect(Object(await undo(_id, purchase)).restoration).toEqual({})
  })

  test('of one after the other goes back step by step, newest first', async () => {
    const { _id } = await startAt(12)
    const first = await buy(_id, { unitPrice: 15 })
    const second = await buy(_id, { unitPrice: 18 })
    await undo(_id, second)
    expect(await read(_id)).toMatchObject({ unitPrice: 15 })
    await undo(_id, first)
    expect(await read(_id)).toMatchObject({ unitPrice: 12 })
  })

  test('never brings back the price of a purchase that was undone before', async () => {
    const { _id } = await startAt(12)
    const first = await buy(_id, { unitPrice: 15 })
    const second = await buy(_id, { unitPrice: 18 })
    await undo(_id, first)
    expect(await read(_id)).toMatchObject({ unitPrice: 18 })
    await undo(_id, second)
    expect(await read(_id)).toMatchObject({ unitPrice: 12 })
  })

  test('returns the same when it comes again, whatever was changed since', async () => {
    const { _id } = await startAt(12)
    const purchase = await buy(_id, { unitPrice: 15 })
    const id = newId()
    const first = await undo(_id, purchase, id)
    await edit(_id, { unitPrice: 30 })
    expect(await undo(_id, purchase, id)).toEqual(first)
    expect(await read(_id)).toMatchObject({ unitPrice: 30, currentStock: 10 })
    expect(await undo(_id, purchase)).toMatchObject({ code: 'inventory.already_reversed' })
    expect(await undo(_id, id)).toMatchObject({ code: 'inventory.reversal_mismatch' })
  })

  test('that the stock does not allow changes no value either', async () => {
    const { _id } = await startAt(12)
    const purchase = await buy(_id, { unitPrice: 15 })
    await inventory.command(newId(), { medicineId: _id, quantity: 12 })
    expect(await undo(_id, purchase)).toMatchObject({ code: 'inventory.insufficient_stock' })
    expect(await read(_id)).toMatchObject({ unitPrice: 15 })
  })
})
