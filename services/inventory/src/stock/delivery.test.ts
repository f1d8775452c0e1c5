import type { Medicine } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId, openInventory } from '../../test/support.ts'

describe.each(testDatabases())('a delivery with a new price on $name', (database) => {
  const inventory = openForTests(() => openInventory(database))
  beforeEach(() => inventory.clear())

  const changes = { unitPrice: 21.5 }
  const read = async (id: string) =>
    (await inventory.client.get<Medicine>(`/api/medicines/${id}`, { token: inventory.staff })).body
  const edit = (medicine: Medicine, unitPrice: number) => {
    const { name, category, currentStock, minStockLevel } = medicine
    const body = { name, category, currentStock, minStockLevel, unitPrice }
    return inventory.client.put(`/api/medicines/${medicine._id}`, { token: inventory.staff, body })
  }

  test('changes the medicine with its stock, and tells it in the feed', async () => {
    const { _id, version } = await inventory.create({ currentStock: 10 })
    const purchase = { medicineId: _id, type: 'purchase' as const, quantity: 5, changes }
    expect((await inventory.command(newId(), purchase)).body).toMatchObject({ balanceAfter: 15 })
    expect(await read(_id)).toMatchObject({ currentStock: 15, ...changes, version: version + 1 })
    expect(await inventory.state(_id)).toMatchObject({ currentStock: 15, ...changes, stockVersion: 2 })
  })

  test('does so once, however often the command comes: what somebody changed since stays', async () => {
    const { _id } = await inventory.create({ currentStock: 10 })
    const id = newId()
    const purchase = { medicineId: _id, type: 'purchase' as const, quantity: 5, changes }
    const first = await inventory.command(id, purchase)
    await edit(await read(_id), 30)
    expect(await inventory.command(id, purchase)).toMatchObject({ status: 200, body: first.body })
    expect(await read(_id)).toMatchObject({ currentStock: 15, unitPrice: 30 })
  })

  test('leaves what it does not give, also beside commands of the same moment', async () => {
    const { _id, expiryDate } = await inventory.create({ currentStock: 10, unitPrice: 8 })
    const other = await inventory.create({ currentStock: 10, unitPrice: 3 })
    const sell = (medicineId: string) => inventory.command(newId(), { medicineId, quantity: 1 })
    const buy = { medicineId: _id, type: 'purchase' as const, quantity: 5, changes: { unitPrice: 9 } }
    await Promise.all([sell(_id), inventory.command(newId(), buy), sell(_id), sell(other._id)])
    expect(await read(_id)).toMatchObject({ currentStock: 13, unitPrice: 9, expiryDate })
    expect(await read(other._id)).toMatchObject({ currentStock: 9, unitPrice: 3 })
    const movements = await inventory.movements(_id)
    expect(movements.map(({ version }) => version)).toEqual([1, 2, 3, 4])
  })

  test.each([
    ['a sale', { type: 'sale' as const, changes }],
    ['an undoing', { type: 'purchase' as const, reverses: newId(), changes }],
    ['a wrong price', { type: 'purchase' as const, changes: { unitPrice: -1 } }],
    ['a date that does not exist', { type: 'purchase' as const, batch: { expiryDate: '2027-02-30' } }],
  ])('is refused for %s', async (_, command) => {
    const { _id, unitPrice } = await inventory.create({ currentStock: 10 })
    expect(await inventory.command(newId(), { medicineId: _id, ...command })).toMatchObject({ status: 400 })
    expect(await read(_id)).toMatchObject({ currentStock: 10, unitPrice })
  })
})
