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
import type { Person } from './approver.ts'

/** Fields that most transactions leave as they are here. */
export const blankRecord = {
  /** Pack size when the quantity was counted. 1 means packs, if the medicine was converted; null means today's size. */
  packSize: null as number | null,
  note: '',
  reasonCode: null as string | null,
  reason: null as string | null,
  movementVersion: null as number | null,
  balanceAfter: null as number | null,
  reverses: null as string | null,
  reversedBy: null as string | null,
  /** Set for an undone purchase; null if the purchase set no prices. */
  restoration: null as ShownRestoration | null,
  batch: null as CommandBatch | null,
  lines: null as BatchLine[] | null,
  sample: false as boolean,
  createdByName: null as string | null,
  idempotencyKey: null as string | null,
  requestFingerprint: null as string | null,
  command: null as StockCommand | null,
  attempts: 0,
  /** Time of the next retry. Until then a pending transaction is leased. */
  nextAttemptAt: null as Date | null,
  /** Time since which inventory gives a final refusal that sales does not understand, and its text. */
  stuckSince: null as Date | null,
  stuckReason: null as string | null,
  cancelling: false as boolean,
  confirmed: [] as ConfirmedQuestion[],
  /** The administrator who approved exceeding a staff limit. */
  approvedBy: null as Person | null,
  /** Time claimed by the browser, accepted or not. */
  madeAt: null as Date | null,
  /** Time of arrival; null if equal to `createdAt`. */
  recordedAt: null as Date | null,
  cancelledAt: null as Date | null,
  billId: null as string | null,
  billNumber: null as string | null,
}

/** Prices are in paise. The total of a reversal is negative. */
export type TransactionRecord = typeof blankRecord & {
  id: string
  medicineId: string
  type: TransactionType
  direction: Direction | null
  quantity: number
  unitPricePaise: number
  totalPaise: number
  status: TransactionStatus
  createdBy: string
  createdAt: Date
}

export function stockEffectOf(
  record: Pick<TransactionRecord, 'type' | 'quantity' | 'direction' | 'reverses'>,
): number {
  const effect = stockEffect(record.type, record.quantity, record.direction ?? 'increase')
  return record.reverses ? -effect : effect
}

function publicMedicine({ id, name, category, deleted }: ShownMedicine): Transaction['medicineId'] {
  return { _id: id, name, category, ...(deleted ? { deleted } : {}) }
}

const commonOf = (record: TransactionRecord) => ({
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

export function toTransaction(record: TransactionRecord, medicine: ShownMedicine | undefined): Transaction {
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

function namedBatchOf({ batch }: TransactionRecord): NamedBatch | null {
  if (!batch) return null
  const { shares: _, acceptExpired: __, ...named } = batch
  return Object.keys(named).length > 0 ? named : null
}

/** True if the claimed time was not accepted. */
const isDoubted = ({ madeAt, createdAt }: Pick<TransactionRecord, 'madeAt' | 'createdAt'>): boolean =>
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
