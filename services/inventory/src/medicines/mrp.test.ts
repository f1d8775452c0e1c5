import type { Medicine } from '@mms/contracts'
import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { newId, openInventory } from '../../test/support.ts'

describe.each(testDatabases())('the MRP on $name', (kind: TestDatabase) => {
  const inventory = openForTests(() => openInventory(kind))

  const read = async (id: string) =>
    (await inventory.client.get<Medicine>(`/api/medicines/${id}`, { token: inventory.staff })).body
  const save = ({ _id, version: _, createdAt: __, updatedAt: ___, ...body }: Medicine, differing: object) =>
    inventory.client.put<Medicine>(`/api/medicines/${_id}`, {
      token: inventory.admin,
      body: { ...body, ...differing },
    })

  test('is kept to the paisa, and other services learn of it', async () => {
    const { _id, mrp } = await inventory.create({ mrp: 80.55 })
    expect([mrp, (await read(_id)).mrp, (await inventory.state(_id))?.mrp]).toEqual([80.55, 80.55, 80.55])
    expect(await inventory.database.db('medicines').where({ id: _id }).pluck('mrp_paise')).toEqual([8055])
  })

  test('is none unless it is given, and stays where a form leaves it out', async () => {
    expect((await inventory.create()).mrp).toBeNull()
    const medicine = await inventory.create({ mrp: 80 })
    expect((await save(medicine, { mrp: undefined, unitPrice: 70 })).body).toMatchObject({
      mrp: 80,
      unitPrice: 70,
    })
    expect((await save(medicine, { mrp: null })).body.mrp).toBeNull()
  })

  test('survives a sale and a delivery', async () => {
    const { _id } = await inventory.create({ mrp: 80, currentStock: 9 })
    await inventory.command(newId(), { medicineId: _id, quantity: 2 })
    await inventory.command(newId(), {
      ...{ medicineId: _id, type: 'purchase', quantity: 5 },
      changes: { unitPrice: 60 },
    })
    expect(await read(_id)).toMatchObject({ mrp: 80, unitPrice: 60, currentStock: 12 })
  })
})
