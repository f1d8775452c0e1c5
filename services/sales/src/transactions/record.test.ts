import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, type Store } from '../../test/support.ts'

describe.each(testDatabases())('recording a transaction on $name', (database: TestDatabase) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore(database)
  })
  afterAll(() => store.close())

  test.each([
    [{ type: 'sale' }, 46],
    [{ type: 'expired' }, 46],
    [{ type: 'purchase' }, 54],
    [{ type: 'return' }, 54],
    [{ type: 'adjustment' }, 54],
    [{ type: 'adjustment', direction: 'increase' }, 54],
    [{ type: 'adjustment', direction: 'decrease' }, 46],
  ] as const)('%j moves the stock once', async (asked, newStockLevel) => {
    const medicine = await store.addMedicine({ currentStock: 50 })
    const body = { ...asked, medicineId: medicine._id, quantity: 4, unitPrice: 4.35, note: ' <b>x</b> ' }
    const answer = await store.record(body)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`/api/transactions/${answer.body._id}`)
    expect(answer.body).toMatchObject({
      ...asked,
      quantity: 4,
      unitPrice: 4.35,
      totalAmount: 17.4,
      note: '<b>x</b>',
      status: 'completed',
      newStockLevel,
      sample: false,
    })
    expect(await store.stockOf(medicine)).toBe(newStockLevel)
    expect(await store.movementsOf(medicine)).toMatchObject([
      { _id: answer.body._id, change: newStockLevel - 50, balanceAfter: newStockLevel },
    ])
    expect((await store.read(answer.body._id)).body).toMatchObject({ status: 'completed', newStockLevel })
  })
})
