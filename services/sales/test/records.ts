import { v7 } from 'uuid'
import type { TransactionRecord } from '../src/transactions/rules.ts'

/** A completed sale of 2 units at 10 rupees, as sales keeps it. */
export function buildRecord(differing: Partial<TransactionRecord> = {}): TransactionRecord {
  const createdAt = differing.createdAt ?? new Date()
  return {
    id: v7({ msecs: createdAt.getTime() }),
    medicineId: v7(),
    type: 'sale',
    direction: null,
    quantity: 2,
    unitPricePaise: 1_000,
    totalPaise: 2_000,
    note: '',
    status: 'completed',
    reasonCode: null,
    reason: null,
    movementVersion: null,
    balanceAfter: 48,
    reverses: null,
    reversedBy: null,
    restoration: null,
    sample: false,
    createdBy: 'user-1',
    createdByName: 'Asha Rao',
    idempotencyKey: null,
    requestFingerprint: null,
    command: null,
    attempts: 0,
    nextAttemptAt: null,
    stuckSince: null,
    stuckReason: null,
    cancelling: false,
    confirmed: [],
    approvedBy: null,
    createdAt,
    madeAt: null,
    recordedAt: null,
    cancelledAt: null,
    ...differing,
  }
}
