import type { Medicine } from '@mms/contracts'
import { expect, test } from 'vitest'
import { describeStore } from '../../test/support.ts'

const PATIENTLY = { timeout: 60_000, interval: 20 }

describeStore('what sales knows of medicines on $name', (store) => {
  const save = (medicine: Medicine, differing: Partial<Medicine>) => {
    const { name, category, currentStock, minStockLevel, unitPrice } = { ...medicine, ...differing }
    const body = { name, category, currentStock, minStockLevel, unitPrice }
    return store.inventory.put(`/api/medicines/${medicine._id}`, { token: store.admin, body })
  }
  const stateOf = async ({ _id }: Medicine) => {
    const row = await store.db('medicines').where({ id: _id }).first('state')
    return row && JSON.parse(row.state)
  }

  /** Waits until sales shows this medicine beside the transaction. */
  const untilShown = (id: string, expected: object) =>
    expect.poll(async () => (await store.read(id)).body.medicineId, PATIENTLY).toMatchObject(expected)

  test('follows names and categories, and keeps those of deleted ones', async () => {
    const medicine = await store.addMedicine({ name: 'Crocin' })
    const { body } = await store.record({ medicineId: medicine._id })
    await untilShown(body._id, { _id: medicine._id, name: 'Crocin', category: 'Antibiotics' })
    await save({ ...medicine, currentStock: 49 }, { name: 'Crocin 650', category: 'Antipyretics' })
    await untilShown(body._id, { name: 'Crocin 650', category: 'Antipyretics' })
    await store.inventory.delete(`/api/medicines/${medicine._id}`, { token: store.admin })
    await expect.poll(() => stateOf(medicine), PATIENTLY).toMatchObject({ deleted: true })
    expect((await store.read(body._id)).body.medicineId).toMatchObject({ name: 'Crocin 650', deleted: true })
    expect((await store.list()).body[0]?.medicineId).toMatchObject({ name: 'Crocin 650', deleted: true })
  })
})
