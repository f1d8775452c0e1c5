import { setTimeout as delay } from 'node:timers/promises'
import type { Medicine } from '@mms/contracts'
import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { openStore, type Store } from '../../test/support.ts'

/** Waits until sales shows this medicine beside the transaction. */
async function untilShown(store: Store, id: string, expected: object | null): Promise<void> {
  for (;;) {
    const { medicineId } = (await store.read(id)).body
    if (expected === null ? medicineId === null : medicineId && matches(medicineId, expected)) return
    await delay(20)
  }
}

const matches = (found: object, expected: object) =>
  Object.entries(expected).every(([name, value]) => found[name as keyof typeof found] === value)

describe.each(testDatabases())('what sales knows of medicines on $name', (database: TestDatabase) => {
  const store = openForTests(() => openStore(database))

  const save = (medicine: Medicine, differing: Partial<Medicine>) => {
    const { name, category, currentStock, minStockLevel, unitPrice } = { ...medicine, ...differing }
    const body = { name, category, currentStock, minStockLevel, unitPrice }
    return store.inventory.put(`/api/medicines/${medicine._id}`, { token: store.admin, body })
  }
  const stateOf = async ({ _id }: Medicine) => {
    const row = await store.database.db('medicines').where({ id: _id }).first('state')
    return row && JSON.parse(row.state)
  }

  test('follows names and categories, and keeps those of deleted ones', async () => {
    const medicine = await store.addMedicine({ name: 'Crocin' })
    const { body } = await store.record({ medicineId: medicine._id })
    await untilShown(store, body._id, { _id: medicine._id, name: 'Crocin', category: 'Antibiotics' })
    await save({ ...medicine, currentStock: 49 }, { name: 'Crocin 650', category: 'Antipyretics' })
    await untilShown(store, body._id, { name: 'Crocin 650', category: 'Antipyretics' })
    await store.inventory.delete(`/api/medicines/${medicine._id}`, { token: store.admin })
    while (!(await stateOf(medicine)).deleted) await delay(20)
    expect((await store.read(body._id)).body.medicineId).toMatchObject({ name: 'Crocin 650', deleted: true })
    expect((await store.list()).body[0]?.medicineId).toMatchObject({ name: 'Crocin 650', deleted: true })
  })

  test('holds the stock as inventory tells it', async () => {
    const medicine = await store.addMedicine({ currentStock: 50 })
    for (let sold = 0; sold < 5; sold += 1) await store.record({ medicineId: medicine._id, quantity: 2 })
    while ((await stateOf(medicine))?.currentStock !== 40) await delay(20)
    expect(await stateOf(medicine)).toMatchObject({ stockVersion: 6, version: 6, unitPrice: 19.99 })
  })
})
