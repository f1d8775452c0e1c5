import {
  type CompletedTransaction,
  type CreateTransaction,
  type Direction,
  paiseToRupees,
  rupeesToPaise,
  type StockCommand,
  type StockOutcome,
  stockEffect,
  type Transaction,
  type TransactionStatus,
  type TransactionType,
  totalPaise,
} from '@mms/contracts'
import { v7 } from 'uuid'
import type { Fingerprints } from './fingerprint.ts'

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
  sample: boolean
  createdBy: string
  /** Their name when they did; null in rows of release 0.1. */
  createdByName: string | null
  idempotencyKey: string | null
  /** The fingerprint that replicas of release 0.1 compare. */
  requestDigest: string | null
  /** Of what the caller sent; null without a key, and in rows of release 0.1. */
  requestFingerprint: string | null
  /** As it was first sent, or is to be; null in rows of release 0.1. */
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
  createdAt: Date
}

/** Who asks, and with which key. */
export interface Request {
  callerId: string
  callerName: string
  key: string | null
  /** Tells another body under the same key; null without a key. */
  fingerprints: Fingerprints | null
}

/** What medicine a transaction is about, as far as this service knows. */
export interface ShownMedicine {
  id: string
  name: string
  category: string
  deleted: boolean
}

/** The same as the API shows it. */
function publicMedicine({ id, name, category, deleted }: ShownMedicine): Transaction['medicineId'] {
  return { _id: id, name, category, ...(deleted ? { deleted } : {}) }
}

/** What the column holds. */
const MAX_NAME = 200

function pendingRecord(request: Request, leaseMs: number) {
  const createdAt = new Date()
  return {
    id: v7({ msecs: createdAt.getTime() }),
    status: 'pending' as const,
    reasonCode: null,
    reason: null,
    movementVersion: null,
    balanceAfter: null,
    reversedBy: null,
    sample: false,
    createdBy: request.callerId,
    createdByName: request.callerName.slice(0, MAX_NAME),
    idempotencyKey: request.key,
    requestDigest: request.fingerprints?.version1 ?? null,
    requestFingerprint: request.fingerprints?.current ?? null,
    command: null,
    attempts: 0,
    nextAttemptAt: new Date(createdAt.getTime() + leaseMs),
    stuckSince: null,
    stuckReason: null,
    cancelling: false,
    createdAt,
  }
}

/** A new transaction, pending, with its request as the first to work on it for `leaseMs`. */
export function newTransaction(
  input: CreateTransaction,
  request: Request,
  leaseMs: number,
): TransactionRecord {
  const record = {
    ...pendingRecord(request, leaseMs),
    medicineId: input.medicineId,
    type: input.type,
    direction: input.type === 'adjustment' ? (input.direction ?? 'increase') : null,
    quantity: input.quantity,
    unitPricePaise: rupeesToPaise(input.unitPrice),
    totalPaise: totalPaise(input.quantity, input.unitPrice),
    note: input.note,
    reverses: null,
  }
  return withCommand(record, changesOf(input))
}

/** What a delivery changes of its medicine; nothing at all where it changes nothing, as release 0.1 sends it. */
function changesOf({ newUnitPrice, newExpiryDate }: CreateTransaction): Pick<StockCommand, 'changes'> {
  const changes = {
    ...(newUnitPrice !== undefined && { unitPrice: newUnitPrice }),
    ...(newExpiryDate !== undefined && { expiryDate: newExpiryDate }),
  }
  return Object.keys(changes).length > 0 ? { changes } : {}
}

/** Stands in the place of a transaction that is never to be: who sends it later finds its key taken. */
export function withdrawnTransaction(input: CreateTransaction, request: Request): TransactionRecord {
  return { ...newTransaction(input, request, 0), status: 'cancelled', nextAttemptAt: null }
}

/** The transaction that undoes `original`. */
export function newReversal(
  original: TransactionRecord,
  request: Request,
  leaseMs: number,
): TransactionRecord {
  const { medicineId, type, direction, quantity, unitPricePaise } = original
  return withCommand({
    ...pendingRecord(request, leaseMs),
    ...{ medicineId, type, direction, quantity, unitPricePaise },
    totalPaise: 0 - original.totalPaise,
    note: '',
    reverses: original.id,
  })
}

/** The command of a transaction, in the words of release 0.1. Frozen: its rows hold no command. */
function version1Command(record: TransactionRecord): StockCommand {
  const { medicineId, type, quantity, direction, reverses, createdBy } = record
  return {
    medicineId,
    type,
    quantity,
    direction: direction ?? 'increase',
    ...(reverses && { reverses }),
    actorId: createdBy,
  }
}

const withCommand = (
  record: TransactionRecord,
  more: Pick<StockCommand, 'changes'> = {},
): TransactionRecord => ({
  ...record,
  command: { ...version1Command(record), ...more },
})

/**
 * The command to inventory that carries out a transaction: the same for its id whichever release sends it,
 * because the first one writes it down.
 */
export function commandOf(record: TransactionRecord): StockCommand {
  return record.command ?? version1Command(record)
}

/** What the columns hold: a refusal that could not be written would stay pending for ever. */
const MAX_CODE = 80
const MAX_REASON = 500

/** A pending transaction once inventory's outcome is known. */
export function withOutcome(record: TransactionRecord, outcome: StockOutcome): TransactionRecord {
  const final = { ...record, nextAttemptAt: null, stuckSince: null, stuckReason: null }
  switch (outcome.outcome) {
    case 'applied': {
      const { version, balanceAfter } = outcome
      return { ...final, status: 'completed', movementVersion: version, balanceAfter }
    }
    case 'rejected': {
      const [reasonCode, reason] = [outcome.code.slice(0, MAX_CODE), outcome.message.slice(0, MAX_REASON)]
      return { ...final, status: 'rejected', reasonCode, reason }
    }
    case 'cancelled':
      return { ...final, status: 'cancelled' }
  }
}

/** A pending transaction to which inventory said a final no that is not understood. */
export function asStuck(record: TransactionRecord, reason: string, now = new Date()): TransactionRecord {
  return { ...record, stuckSince: record.stuckSince ?? now, stuckReason: reason.slice(0, MAX_REASON) }
}

/** What a transaction does to the stock, in units. */
export function effectOf(
  record: Pick<TransactionRecord, 'type' | 'quantity' | 'direction' | 'reverses'>,
): number {
  const effect = stockEffect(record.type, record.quantity, record.direction ?? 'increase')
  return record.reverses ? -effect : effect
}

/** A transaction as the API shows it. */
export function toTransaction(record: TransactionRecord, medicine: ShownMedicine | undefined): Transaction {
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
    createdAt: record.createdAt.toISOString(),
    ...(record.status === 'pending' &&
      record.stuckSince && {
        reason: record.stuckReason,
        stuckSince: record.stuckSince.toISOString(),
      }),
  }
}

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
    createdAt: record.createdAt.toISOString(),
  }
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 4_000

/** What is stuck waits for a person, or for a release that is understood. */
const STUCK_PAUSE_MS = 900_000

/** When to ask again after `attempts` times without an outcome; jittered, so that replicas spread. */
export function nextAttempt({ attempts, stuckSince }: TransactionRecord): Date {
  const pause = stuckSince
    ? STUCK_PAUSE_MS
    : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 10))
  return new Date(Date.now() + pause * (0.5 + Math.random() / 2))
}
