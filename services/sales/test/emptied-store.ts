import { beforeEach } from 'vitest'
import type { Store } from './support.ts'

const STOCK_TABLES = [
  'movement_lines',
  'batches',
  'value_changes',
  'movements',
  'stock_commands',
  'medicines',
]

/** Empties sales and inventory before each test. Returns tables of both. */
export function useEmptied(store: Store) {
  const sales = (table: string) => store.db(table)
  const stock = (table: string) => store.inventoryDatabase.db(table)
  beforeEach(async () => {
    await sales('transactions').delete()
    for (const table of STOCK_TABLES) await stock(table).delete()
  })
  return { sales, stock }
}
