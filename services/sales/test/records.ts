import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { createCountStore } from '../src/history/count-store.ts'
import { blankRecord, type TransactionRecord } from '../src/transactions/rules.ts'
import { createTransactionStore } from '../src/transactions/store.ts'

/** A stored record: a completed sale of 2 units at ₹10. */
export function buildRecord(differing: Partial<TransactionRecord> = {}): TransactionRecord {
  const createdAt = differing.createdAt ?? new Date()
  return {
    ...blankRecord,
    id: v7({ msecs: createdAt.getTime() }),
    medicineId: v7(),
    type: 'sale',
    direction: null,
    quantity: 2,
    unitPricePaise: 1_000,
    totalPaise: 2_000,
    status: 'completed',
    balanceAfter: 48,
    createdBy: 'user-1',
    createdByName: 'Asha Rao',
    createdAt,
    ...differing,
  }
}

/** Inserts records and adds the completed ones to the daily counts. */
export async function insertCounted(
  db: Knex,
  differing: Partial<TransactionRecord>[],
  timeZone = 'Asia/Kolkata',
): Promise<TransactionRecord[]> {
  const records = differing.map(buildRecord)
  await createTransactionStore(db).insert(records)
  await createCountStore(db, timeZone).add(records.filter(({ status }) => status === 'completed'))
  return records
}
