import type { Medicine, StockCommand } from '@mms/contracts'
import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { newId, openInventory } from '../../test/support.ts'

describe.each(testDatabases())('the cost price on $name', (kind: TestDatabase) => {
  const inventory = openForTests(() => openInventory(kind))

  const read = async (id: string, token = inventory.admin) =>
    (await inventory.client.get<Medicine>(`/api/medicines/${id}`, { token })).body
  const save = ({ _id, version: _, createdAt: __, updatedAt: ___, ...body }: Medicine, token: string) =>
    inventory.client.put<Medicine>(`/api/medicines/${_id}`, { token, body })
  const move = async (costPrice: number | undefined, command: Partial<StockCommand>, id = newId()) => {
    const { body } = await inventory.command(id, { type: 'purchase', quantity: 5, costPrice, ...command })
    expect(body).toMatchObject({ outcome: 'applied' })
    return id
  }

  test('is kept to the paisa, and other services learn of it', async () => {
    const { _id } = await inventory.create({ costPrice: 15.55 })
    expect([(await read(_id)).costPrice, (await inventory.state(_id))?.costPrice]).toEqual([15.55, 15.55])
    expect(await inventory.database.db('medicines').where({ id: _id }).pluck('cost_price_paise')).toEqual([
      1555,
    ])
    expect(await inventory.state((await inventory.create())._id)).toMatchObject({ costPrice: null })
  })

  test('is neither shown to staff nor in pages of lists, and a form of theirs leaves it', async () => {
    const medicine = await inventory.create({ name: 'Secret', costPrice: 15 })
    const shown = await read(medicine._id, inventory.staff)
    expect(shown).not.toHaveProperty('costPrice')
    const list = async (path: string, token: string) =>
      (await inventory.client.get<Medicine[]>(`/api/medicines${path}`, { token })).body
    for (const path of ['', '?search=secret']) {
      expect(await list(path, inventory.staff)).toContainEqual(shown)
      expect(await list(path, inventory.admin)).toContainEqual(medicine)
    }
    for (const path of ['?limit=9', '?search=secret&limit=9']) {
      expect(await list(path, inventory.admin)).toContainEqual(shown)
    }
    expect((await save({ ...shown, unitPrice: 30 }, inventory.staff)).body).not.toHaveProperty('costPrice')
    expect(await read(medicine._id)).toMatchObject({ unitPrice: 30, costPrice: 15 })
    expect(await save(medicine, inventory.staff)).toMatchObject({
      status: 403,
      body: { code: 'inventory.cost_price' },
    })
  })

  test('is that of the last purchase; a sale and a free delivery leave it', async () => {
    const { _id } = await inventory.create({ currentStock: 50, unitPrice: 20 })
    await move(14.5, { medicineId: _id })
    expect(await read(_id)).toMatchObject({ costPrice: 14.5, unitPrice: 20, currentStock: 55 })
    expect(await inventory.state(_id)).toMatchObject({ costPrice: 14.5 })
    await move(99, { medicineId: _id, type: 'sale' })
    await move(undefined, { medicineId: _id })
    expect(await read(_id)).toMatchObject({ costPrice: 14.5 })
  })

  test('goes back with an undone purchase, unless another has set it since', async () => {
    const { _id } = await inventory.create({ costPrice: 10 })
    const slip = await move(2020, { medicineId: _id })
    await move(2020, { medicineId: _id, reverses: slip })
    expect(await read(_id)).toMatchObject({ costPrice: 10 })
    const first = await move(11, { medicineId: _id })
    await move(12, { medicineId: _id })
    await move(11, { medicineId: _id, reverses: first })
    expect(await read(_id)).toMatchObject({ costPrice: 12 })
  })
})
