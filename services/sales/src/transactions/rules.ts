import {
  type CompletedTransaction,
  type ConfirmedQuestion,
  type Direction,
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

/** A transaction as this service keeps it. Money in paise, negative in total for a reversal. */
export interface TransactionRecord {
  id: string
  medicineId: string
  type: TransactionType
  direction: Direction | null
  quantity: number
  unitPricePaise: number
  totalPaise: number
  note: string
  status: TransactionStatus
  reasonCode: string | null
  reason: string | null
  movementVersion: number | null
  balanceAfter: number | null
  reverses: string | null
  reversedBy: string | null
  /** Of what undoes a purchase: what became of the values it had set. Null where it set none. */
  restoration: ShownRestoration | null
  sample: boolean
  createdBy: string
  /** Their name when they did; null for sample history. */
  createdByName: string | null
  idempotencyKey: string | null
  /** Of what the caller sent; null without a key. */
  requestFingerprint: string | null
  /** As it was first sent, or is to be; null for sample history. */
  command: StockCommand | null
  /** How often inventory was asked without learning the outcome. */
  attempts: number
  /** While pending: when to ask again. Before that, somebody is at it. */
  nextAttemptAt: Date | null
  /** While pending: since when inventory says a final no that is not understood, and what it says. */
  stuckSince: Date | null
  stuckReason: string | null
  /** Its user wants it undone before its outcome is known. */
  cancelling: boolean
  /** The questions that its user answered with yes. */
  confirmed: ConfirmedQuestion[]
  /** The administrator who lifted the limit of staff for it. */
  approvedBy: { id: string; name: string } | null
  /** The time of the sale: history, days and sums go by it, and so does the time in its id. */
  createdAt: Date
  /** What the request said of it, believed or not; null where it said nothing, and in rows of the previous release. */
  madeAt: Date | null
  /** When it arrived; null where that is `createdAt`. */
  recordedAt: Date | null
  /** Since when it is cancelled; null in rows of the previous release. */
  cancelledAt: Date | null
}

/** What people see of a transaction. */
export type ShownRecord = Omit<
  TransactionRecord,
  | 'reasonCode'
  | 'movementVersion'
  | 'idempotencyKey'
  | 'requestFingerprint'
  | 'command'
  | 'attempts'
  | 'nextAttemptAt'
  | 'cancelling'
>

/** What a transaction does to the stock, in units. */
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

/** What was asked about it and who approved it, where anything was. */
const remarksOf = ({ confirmed, approvedBy }: Pick<TransactionRecord, 'confirmed' | 'approvedBy'>) => ({
  ...(confirmed.length > 0 && { confirmed }),
  ...(approvedBy && { approvedBy: { _id: approvedBy.id, name: approvedBy.name } }),
})

/** A transaction as the API shows it. */
export function toTransaction(record: ShownRecord, medicine: ShownMedicine | undefined): Transaction {
  return {
    _id: record.id,
    medicineId: medicine ? publicMedicine(medicine) : null,
    type: record.type,
    direction: record.direction,
    quantity: record.quantity,
    unitPrice: paiseToRupees(record.unitPricePaise),
    totalAmount: paiseToRupees(record.totalPaise),
    note: record.note,
    status: record.status,
    reason: record.reason,
    newStockLevel: record.balanceAfter,
    reverses: record.reverses,
    reversedBy: record.reversedBy,
    sample: record.sample,
    recordedBy: record.sample ? null : { _id: record.createdBy, name: record.createdByName },
    ...remarksOf(record),
    createdAt: record.createdAt.toISOString(),
    ...(record.recordedAt && { recordedAt: record.recordedAt.toISOString() }),
    ...(isDoubted(record) && record.madeAt && { claimedAt: record.madeAt.toISOString() }),
    ...(record.cancelledAt && { cancelledAt: record.cancelledAt.toISOString() }),
    ...(record.status === 'completed' && record.restoration && { restoration: record.restoration }),
    ...(record.status === 'pending' &&
      record.stuckSince && {
        reason: record.stuckReason,
        stuckSince: record.stuckSince.toISOString(),
      }),
  }
}

/** Whether it was, as its request says, made at another time than the one that it counts by. */
const isDoubted = ({ madeAt, createdAt }: Pick<ShownRecord, 'madeAt' | 'createdAt'>): boolean =>
  madeAt !== null && Math.abs(madeAt.getTime() - createdAt.getTime()) > SAME_TIME_MS

/** A completed transaction as the feed tells it. */
export function toCompleted(record: TransactionRecord): CompletedTransaction {
  return {
    _id: record.id,
    medicineId: record.medicineId,
    type: record.type,
    direction: record.direction,
    quantity: record.quantity,
    change: effectOf(record),
    unitPrice: paiseToRupees(record.unitPricePaise),
    totalAmount: paiseToRupees(record.totalPaise),
    reverses: record.reverses,
    sample: record.sample,
    ...remarksOf(record),
    createdAt: record.createdAt.toISOString(),
  }
}

/** What the feed says of completed transactions. */
export function completedEvents(records: TransactionRecord[]): OutboxEvent[] {
  return records.map((record) => ({
    type: salesEvents.transactionCompleted,
    subject: record.id,
    data: toCompleted(record),
  }))
}
