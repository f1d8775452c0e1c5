import type { StockCommand, StockOutcome } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { newId, openInventory } from '../../test/support.ts'

describe.each(testDatabases())('commands that come at the same time on $name', (database) => {
  const inventory = openForTests(() => openInventory(database))

  type Sent = [id: string, command: Partial<StockCommand>]
  const sendAll = async (sent: Sent[]): Promise<StockOutcome[]> => {
    const answers = await Promise.all(sent.map(([id, command]) => inventory.command(id, command)))
    return answers.map(({ status, body }) => (status === 200 ? body : { outcome: status as never }))
  }

  test('do not depend on one another: known, unknown, refused and good ones get their own answer', async () => {
    const [one, two] = [
      await inventory.create({ currentStock: 5 }),
      await inventory.create({ currentStock: 5 }),
    ]
    const known: Sent = [newId(), { medicineId: one._id, quantity: 2 }]
    const [first] = await sendAll([known])
    const tombstone = newId()
    await inventory.client.post(`/internal/movements/${tombstone}/cancellation`, {
      token: inventory.tokens.serviceToken('sales'),
    })
    const twin: Sent = [newId(), { medicineId: two._id, quantity: 4 }]
    const outcomes = await sendAll([
      known,
      [known[0], { medicineId: one._id, quantity: 3 }],
      [tombstone, { medicineId: one._id }],
      [newId(), { medicineId: newId() }],
      [newId(), { medicineId: one._id, quantity: 99 }],
      twin,
      twin,
      [newId(), { medicineId: one._id, quantity: 3 }],
    ])
    expect(outcomes).toMatchObject([
      first,
      { outcome: 422 },
      { outcome: 'cancelled' },
      { code: 'inventory.medicine_not_found' },
      { code: 'inventory.insufficient_stock' },
      { outcome: 'applied', balanceAfter: 1 },
      { outcome: 'applied', balanceAfter: 1 },
      { outcome: 'applied', balanceAfter: 0 },
    ])
    expect((await inventory.movements(one._id)).map(({ change }) => change)).toEqual([5, -2, -3])
    expect((await inventory.movements(two._id)).map(({ change }) => change)).toEqual([5, -4])
  })
})
