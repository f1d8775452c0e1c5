import type { TestDatabase } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openStore, type Store } from './support.ts'

const STOCK_TABLES = [
  'movement_lines',
  'batches',
  'value_changes',
  'movements',
  'stock_commands',
  'medicines',
]

/** Opens sales and inventory without jobs, and empties both before each test. Call it first in a `describe`. */
export function useEmptiedStore(database: TestDatabase) {
  let store: Store
  const sales = (table: string) => store.database.db(table)
  const stock = (table: string) => store.inventoryDatabase.db(table)
  beforeAll(async () => {
    store = await openStore(database, { jobs: false })
  })
  beforeEach(async () => {
    await sales('transactions').delete()
    for (const table of STOCK_TABLES) await stock(table).delete()
  })
  afterAll(() => store.close())
  return {
    /** Tables of sales and of inventory. */
    ...{ sales, stock },
    get store() {
      return store
    },
  }
}
