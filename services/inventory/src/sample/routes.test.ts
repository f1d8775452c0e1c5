import type { Medicine, SampleDataResponse } from '@mms/contracts'
import { beforeEach, expect, test } from 'vitest'
import { describeInventory, fingerprint, openInventory } from '../../test/support.ts'
import { listSampleMedicines } from './service.ts'

const PATH = '/api/medicines/seed-sample-data'
const TODAY = '2026-11-20'

describeInventory('sample data on $name', (inventory, database) => {
  beforeEach(() => inventory.clear())

  const load = () => inventory.get<SampleDataResponse>(PATH)
  const list = () => inventory.read<Medicine[]>('/api/medicines')
  const refused = { status: 409, body: { code: 'inventory.not_empty' } }

  test('is loaded by anybody signed in, with a ledger behind every stock', async () => {
    const answer = await load()
    const medicines = await list()
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, count: medicines.length, message: expect.stringContaining('sample medicines') },
    })
    for (const { _id, currentStock } of medicines) {
      const movements = await inventory.movements(_id)
      expect(movements.map((movement) => movement.change)).toEqual(currentStock > 0 ? [currentStock] : [])
    }
  })

  test('is not loaded by HEAD', async () => {
    const before = await fingerprint(inventory)
    const headers = { authorization: `Bearer ${inventory.admin}` }
    const { status, headers: answered } = await fetch(inventory.client.url + PATH, {
      method: 'HEAD',
      headers,
    })
    expect([status, answered.get('allow')]).toEqual([405, 'GET'])
    expect(await fingerprint(inventory)).toEqual(before)
  })

  test('is refused while there are medicines, and changes nothing', async () => {
    await inventory.create({ name: 'Mine' })
    expect(await load()).toMatchObject(refused)
    expect((await list()).map((medicine) => medicine.name)).toEqual(['Mine'])
  })

  test('is loaded once by many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, load))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await list()).toHaveLength(listSampleMedicines(TODAY).length)
  })

  test('needs a token, and can be switched off', async () => {
    expect((await inventory.client.get(PATH)).status).toBe(401)
    const without = await openInventory(database, { sampleData: false })
    try {
      const answer = await without.client.get(PATH, { token: without.admin })
      expect(answer).toMatchObject({ status: 403, body: { code: 'inventory.sample_data_off' } })
    } finally {
      await without.close()
    }
  })
})
