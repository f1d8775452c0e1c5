import { testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMedicine, type Inventory, newId, openInventory } from '../../test/support.ts'

describe.each(testDatabases())('names and numbers that mislead on $name', (database) => {
  let inventory: Inventory
  beforeAll(async () => {
    inventory = await openInventory(database)
  })
  afterAll(() => inventory.close())

  test.each(['Do\u202Elo', 'Do\u200Blo', 'Dol\u200Do', 'Dolo\u200F'])(
    'a medicine cannot be called %j',
    async (name) => {
      const { status } = await inventory.client.post('/api/medicines', {
        token: inventory.admin,
        body: buildMedicine({ name }),
      })
      expect(status).toBe(400)
    },
  )

  test('a name in an Indian script keeps its joiners', async () => {
    const name = `क्\u200Dष ${newId()}`
    expect((await inventory.create({ name })).name).toBe(name)
  })

  test('two rows of a file with one number are refused', async () => {
    const rows = ['A', 'B'].map((letter) => ({
      row: 2,
      fields: { name: `Twin ${letter}`, category: 'Other' },
    }))
    const { status } = await inventory.client.put(`/api/medicines/imports/${newId()}`, {
      token: inventory.admin,
      body: { fileName: 'a.csv', dryRun: false, setStock: false, rows },
    })
    expect(status).toBe(400)
  })
})
