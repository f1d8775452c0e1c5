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

/** Prices are in paise. The total of a reversal is negative. */
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
  /** Set for an undone purchase; null if the purchase set no prices. */
  restoration: ShownRestoration | null
  batch: CommandBatch | null
  lines: BatchLine[] | null
  sample: boolean
  createdBy: string
  createdByName: string | null
  /** Time since which inventory gives a final refusal that sales does not understand, and its text. */
  stuckSince: Date | null
  stuckReason: string | null
  confirmed: ConfirmedQuestion[]
  /** The administrator who approved exceeding a staff limit. */
  approvedBy: { id: string; name: string } | null
  createdAt: Date
  /** Time claimed by the browser, accepted or not. */
  madeAt: Date | null
  /** Time of arrival; null if equal to `createdAt`. */
  recordedAt: Date | null
  cancelledAt: Date | null
  billId: string | null
  billNumber: string | null
}

export interface TransactionRecord extends ShownRecord {
  /** Pack size when the quantity was counted. 1 means packs, if the medicine was converted; null means today's size. */
  packSize: number | null
  reasonCode: string | null
  movementVersion: number | null
  idempotencyKey: string | null
  requestFingerprint: string | null
  command: StockCommand | null
  attempts: number
  /** Time of the next retry. Until then a pending transaction is leased. */
  nextAttemptAt: Date | null
  cancelling: boolean
}

export const blankRecord = {
  packSize: null,
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
  billId: null,
  billNumber: null,
} satisfies Partial<TransactionRecord>

export function stockEffectOf(
  record: Pick<TransactionRecord, 'type' | 'quantity' | 'direction' | 'reverses'>,
): number {
  const effect = stockEffect(record.type, record.quantity, record.direction ?? 'increase')
  return record.reverses ? -effect : effect
}

function publicMedicine({ id, name, category, deleted }: ShownMedicine): Transaction['medicineId'] {
  return { _id: id, name, category, ...(deleted ? { deleted } : {}) }
}

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
    ...(record.billId && { bill: { _id: record.billId, number: record.billNumber ?? '' } }),
    ...(status === 'pending' &&
      stuckSince && { reason: record.stuckReason, stuckSince: stuckSince.toISOString() }),
  }
}

function namedBatchOf({ batch }: ShownRecord): NamedBatch | null {
  if (!batch) return null
  const { shares: _, acceptExpired: __, ...named } = batch
  return Object.keys(named).length > 0 ? named : null
}

/** True if the claimed time was not accepted. */
const isDoubted = ({ madeAt, createdAt }: Pick<ShownRecord, 'madeAt' | 'createdAt'>): boolean =>
  madeAt !== null && Math.abs(madeAt.getTime() - createdAt.getTime()) > SAME_TIME_MS

export const toCompleted = (record: TransactionRecord): CompletedTransaction => ({
  ...commonOf(record),
  medicineId: record.medicineId,
  change: stockEffectOf(record),
  ...(record.packSize && { packSize: record.packSize }),
})

export function completedEvents(records: TransactionRecord[]): OutboxEvent[] {
  return records.map((record) => ({
    type: salesEvents.transactionCompleted,
    subject: record.id,
    data: toCompleted(record),
  }))
}
