import { testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fingerprint, type Inventory, openInventory } from '../../test/support.ts'

describe.each(testDatabases())('a rehearsed sale on $name', (database) => {
  async function open() {
    const inventory = await openInventory(database)
    onTestFinished(() => inventory.close())
    await inventory.create({ currentStock: 100 })
    return inventory
  }
  const rehearse = ({ client, admin: token }: Inventory) => client.post('/internal/rehearsal', { token })
  const onRecord = async (inventory: Inventory) => [
    await fingerprint(inventory),
    await inventory.db('audit_entries').count(),
    await inventory.db('movement_lines').count(),
  ]

  test('answers 204 and leaves nothing in stock, ledger, events and audit log', async () => {
    const inventory = await open()
    const before = await onRecord(inventory)
    expect((await rehearse(inventory)).status).toBe(204)
    expect(await onRecord(inventory)).toEqual(before)
  })

  test.each(['movements', 'batches', 'stock_commands', 'outbox'])(
    'answers 500 while nothing can be written into %s',
    async (table) => {
      const inventory = await open()
      await inventory.db.schema.renameTable(table, 'gone')
      expect((await rehearse(inventory)).status).toBe(500)
      await inventory.db.schema.renameTable('gone', table)
      expect((await rehearse(inventory)).status).toBe(204)
    },
  )
})
