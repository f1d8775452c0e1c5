import {
  DAY_MS,
  DEFAULT_TIME_ZONE,
  type Direction,
  startOfStoreDay,
  storeDate,
  type TransactionType,
  transactionTypes,
} from '@mms/contracts'
import type { Knex } from 'knex'
import { createCountStore } from '../../services/sales/src/history/count-store.ts'
import { migrations } from '../../services/sales/src/migrations/list.ts'
import type { TransactionRecord } from '../../services/sales/src/transactions/rules.ts'
import { createTransactionStore } from '../../services/sales/src/transactions/store.ts'
import { buildRecord } from '../../services/sales/test/records.ts'
import { randomNumbers } from './medicines.ts'
import type { Setting } from './setting.ts'

const BATCH = 2_000
const YEAR_MS = 365 * DAY_MS

function transaction(
  createdAt: Date,
  medicineId: string,
  random: (below: number) => number,
): TransactionRecord {
  // Nine in ten are sales, as at a counter.
  const type: TransactionType = random(10) > 0 ? 'sale' : (transactionTypes[random(5)] ?? 'sale')
  const direction: Direction | null = type === 'adjustment' ? 'increase' : null
  const [quantity, unitPricePaise] = [1 + random(20), 100 + random(50_000)]
  return buildRecord({
    createdAt,
    medicineId,
    type,
    direction,
    quantity,
    unitPricePaise,
    totalPaise: quantity * unitPricePaise,
  })
}

export async function createSalesDatabase(
  setting: Setting,
  count: number,
  medicineIds: string[],
): Promise<{ url: string; db: Knex }> {
  const { url, db } = await setting.createDatabase('sales', migrations)
  const random = randomNumbers(11)
  const store = createTransactionStore(db)
  const counts = createCountStore(db, DEFAULT_TIME_ZONE)
  const end = startOfStoreDay(storeDate(DEFAULT_TIME_ZONE), DEFAULT_TIME_ZONE).getTime()
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, i) => {
      const createdAt = new Date(end - YEAR_MS + ((from + i) * YEAR_MS) / count)
      return transaction(createdAt, medicineIds[random(medicineIds.length)] as string, random)
    })
    await store.insert(batch)
    await counts.add(batch)
  }
  await db.raw('analyze table transactions')
  return { url, db }
}
