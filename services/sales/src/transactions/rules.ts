import {
  type BatchLine,
  type CommandBatch,
  type CompletedTransaction,
  type ConfirmedQuestion,
  type Direction,
  type NamedBatch,
  paiseToRupees,
  SAME_TIME_MS,
  type ShownRestoration,
  type StockCommand,
  salesEvents,
  stockEffect,
  type Transaction,
  type TransactionStatus,
  type TransactionType,
} from '@mms/contracts'
import type { OutboxEvent } from '@mms/service-kit'
import type { ShownMedicine } from '../medicines/store.ts'

/** What people see of a transaction. Money in paise, negative in total for a reversal. */
export interface ShownRecord {
  id: string
  medicineId: string
  type: TransactionType
  direction: Direction | null
  quantity: number
  unitPricePaise: number
  totalPaise: number
  note: string
  status: TransactionStatus
  reason: string | null
  balanceAfter: number | null
  reverses: string | null
  reversedBy: string | null
  /** Of what undoes a purchase: what became of the values it had set. Null where it set none. */
  restoration: ShownRestoration | null
  /** The batch that it names, or those that a return goes back to. */
  batch: CommandBatch | null
  /** What its movement did to which batches; null until then. */
  lines: BatchLine[] | null
  sample: boolean
  createdBy: string
  /** Their name when they did; null for sample history. */
  createdByName: string | null
  /** While pending: since when inventory refuses for good in words not understood, and its words. */
  stuckSince: Date | null
  stuckReason: string | null
  confirmed: ConfirmedQuestion[]
  /** The administrator who lifted the limit of staff for it. */
  approvedBy: { id: string; name: string } | null
  /** The time of the sale: history, days and sums go by it, and so does the time in its id. */
  createdAt: Date
  /** What the request said of it, believed or not; null where it said nothing. */
  madeAt: Date | null
  /** When it arrived; null where that is `createdAt`. */
  recordedAt: Date | null
  /** Since when it is cancelled. */
  cancelledAt: Date | null
}

export interface TransactionRecord extends ShownRecord {
  reasonCode: string | null
  movementVersion: number | null
  idempotencyKey: string | null
  /** Of what the caller sent; null without a key. */
  requestFingerprint: string | null
  /** As it was first sent, or is to be; null for sample history. */
  command: StockCommand | null
  /** How often inventory was asked without learning the outcome. */
  attempts: number
  /** While pending: when to retry. Until then a request or a replica is at work on it. */
  nextAttemptAt: Date | null
  /** Its user wants it undone before its outcome is known. */
  cancelling: boolean
}

/** The fields of which a new transaction has nothing yet. */
export const blankRecord = {
  note: '',
  reasonCode: null,
  reason: null,
  movementVersion: null,
  balanceAfter: null,
  reverses: null,
  reversedBy: null,
  restoration: null,
  batch: null,
  lines: null,
  sample: false,
  createdByName: null,
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
  madeAt: null,
  recordedAt: null,
  cancelledAt: null,
} satisfies Partial<TransactionRecord>

export function effectOf(
  record: Pick<TransactionRecord, 'type' | 'quantity' | 'direction' | 'reverses'>,
): number {
  const effect = stockEffect(record.type, record.quantity, record.direction ?? 'increase')
  return record.reverses ? -effect : effect
}

/** A medicine as the API shows it with a transaction. */
function publicMedicine({ id, name, category, deleted }: ShownMedicine): Transaction['medicineId'] {
  return { _id: id, name, category, ...(deleted ? { deleted } : {}) }
}

/** What the API and the feed have in common. */
const commonOf = (record: ShownRecord) => ({
  _id: record.id,
  type: record.type,
  direction: record.direction,
  quantity: record.quantity,
  unitPrice: paiseToRupees(record.unitPricePaise),
  totalAmount: paiseToRupees(record.totalPaise),
  reverses: record.reverses,
  sample: record.sample,
  createdAt: record.createdAt.toISOString(),
  ...(record.lines && { lines: record.lines }),
  ...(record.confirmed.length > 0 && { confirmed: record.confirmed }),
  ...(record.approvedBy && { approvedBy: { _id: record.approvedBy.id, name: record.approvedBy.name } }),
})

export function toTransaction(record: ShownRecord, medicine: ShownMedicine | undefined): Transaction {
  const { status, stuckSince, restoration, recordedAt, madeAt, cancelledAt } = record
  const batch = namedBatchOf(record)
  return {
    ...commonOf(record),
    medicineId: medicine ? publicMedicine(medicine) : null,
    note: record.note,
    status,
    reason: record.reason,
    newStockLevel: record.balanceAfter,
    reversedBy: record.reversedBy,
    recordedBy: record.sample ? null : { _id: record.createdBy, name: record.createdByName },
    ...(recordedAt && { recordedAt: recordedAt.toISOString() }),
    ...(isDoubted(record) && madeAt && { claimedAt: madeAt.toISOString() }),
    ...(cancelledAt && { cancelledAt: cancelledAt.toISOString() }),
    ...(status === 'completed' && restoration && { restoration }),
    ...(batch && { batch }),
    ...(status === 'pending' &&
      stuckSince && { reason: record.stuckReason, stuckSince: stuckSince.toISOString() }),
  }
}

/** What was asked for, without what this service chose for it. */
function namedBatchOf({ batch }: ShownRecord): NamedBatch | null {
  if (!batch) return null
  const { shares: _, acceptExpired: __, ...named } = batch
  return Object.keys(named).length > 0 ? named : null
}

/** Whether it was, as its request says, made at another time than the one that it counts by. */
const isDoubted = ({ madeAt, createdAt }: Pick<ShownRecord, 'madeAt' | 'createdAt'>): boolean =>
  madeAt !== null && Math.abs(madeAt.getTime() - createdAt.getTime()) > SAME_TIME_MS

/** A completed transaction as the feed publishes it. */
export const toCompleted = (record: TransactionRecord): CompletedTransaction => ({
  ...commonOf(record),
  medicineId: record.medicineId,
  change: effectOf(record),
})

export function completedEvents(records: TransactionRecord[]): OutboxEvent[] {
  return records.map((record) => ({
    type: salesEvents.transactionCompleted,
    subject: record.id,
    data: toCompleted(record),
  }))
}
