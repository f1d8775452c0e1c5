import { v7 } from 'uuid'
import { blankRecord, type TransactionRecord } from '../src/transactions/rules.ts'

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
