import {
  type CommandBatch,
  type CreateTransaction,
  rupeesToPaise,
  type StockCommand,
  storeDate,
  totalPaise,
} from '@mms/contracts'
import { problem } from '@mms/service-kit'
import { v7 } from 'uuid'
import type { PricedMedicine } from '../medicines/store.ts'
import { buildCommand } from '../outcomes/rules.ts'
import { blankRecord, type TransactionRecord } from '../transactions/rules.ts'
import { type ClaimedTime, recordedTimesOf } from './made-at.ts'

export interface RecordingRequest extends ClaimedTime {
  callerId: string
  callerName: string
  isAdmin: boolean
  isProven: boolean
  key: string | null
  fingerprint: string | null
}

/** Staff may cancel only their own transactions. Throws 403 `sales.not_own`. */
export function assertOwnTransaction(
  { createdBy, createdByName }: Pick<TransactionRecord, 'createdBy' | 'createdByName'>,
  { callerId, isAdmin }: Pick<RecordingRequest, 'callerId' | 'isAdmin'>,
): void {
  if (isAdmin || createdBy === callerId) return
  const owner = createdByName || 'the person who recorded this'
  throw problem.forbidden('sales.not_own', `Only ${owner} or an administrator can undo it`)
}

/** Throws 409 `sales.is_billed` if the transaction belongs to a bill or credit note. */
export function assertNotBilled({ billNumber }: Pick<TransactionRecord, 'billNumber'>): void {
  if (billNumber)
    throw problem.conflict('sales.is_billed', `It belongs to bill ${billNumber} and cannot be undone alone`)
}

/** Staff may undo only their own transactions of today. Throws 403 `sales.not_own` or `sales.not_today`. */
export function assertMayUndo(
  original: TransactionRecord,
  request: RecordingRequest,
  timeZone: string,
): void {
  assertOwnTransaction(original, request)
  const { recordedAt, createdAt } = original
  if (request.isAdmin || storeDate(timeZone, recordedAt ?? createdAt) === storeDate(timeZone)) return
  throw problem.forbidden('sales.not_today', 'Only an administrator can undo what was recorded before today')
}

const MAX_NAME = 200

function pendingRecord(request: RecordingRequest, leaseMs: number) {
  const now = new Date()
  const times = recordedTimesOf(request, now)
  return {
    ...blankRecord,
    // Consumers of the feed derive the day from the id.
    id: v7({ msecs: times.createdAt.getTime() }),
    ...times,
    status: 'pending' as const,
    createdBy: request.callerId,
    createdByName: request.callerName.slice(0, MAX_NAME),
    idempotencyKey: request.key,
    requestFingerprint: request.fingerprint,
    nextAttemptAt: new Date(now.getTime() + leaseMs),
  }
}

/** An old page sends no pack size. Then the pack size counts that the medicine had when the transaction was made. */
export function withPackSize(
  record: TransactionRecord,
  { packSize, conversion }: Pick<PricedMedicine, 'packSize' | 'conversion'>,
): TransactionRecord {
  const madeAt = record.madeAt ?? record.createdAt
  const counted = conversion && madeAt.toISOString() < conversion.at ? 1 : packSize
  return { ...record, packSize: record.packSize ?? counted }
}

export function newTransaction(input: CreateTransaction, request: RecordingRequest, leaseMs: number) {
  const record = {
    ...pendingRecord(request, leaseMs),
    medicineId: input.medicineId,
    packSize: input.packSize ?? null,
    type: input.type,
    direction: input.type === 'adjustment' ? (input.direction ?? 'increase') : null,
    quantity: input.quantity,
    unitPricePaise: rupeesToPaise(input.unitPrice),
    totalPaise: totalPaise(input.quantity, input.unitPrice),
    note: input.note,
    confirmed: input.confirmed ?? [],
    batch: batchOf(input),
  }
  return withCommand(record, {
    ...(input.newUnitPrice !== undefined && { changes: { unitPrice: input.newUnitPrice } }),
    ...(request.isAdmin && { byAdmin: true as const }),
    // With this time, inventory also sells stock that has expired since.
    ...(record.recordedAt && { madeAt: record.createdAt.toISOString() }),
  })
}

/** Inventory receives expired stock only if the user confirmed it. */
function batchOf({
  batch,
  newExpiryDate: expiryDate,
  confirmed = [],
}: CreateTransaction): CommandBatch | null {
  if (!batch && expiryDate === undefined) return null
  const isAccepted = confirmed.some(({ code }) => code === 'expiry_past')
  return {
    ...(expiryDate !== undefined && { expiryDate }),
    ...batch,
    ...(isAccepted && { acceptExpired: true as const }),
  }
}

/** Stores the key as cancelled, so that the original request is refused if it arrives later. */
export function withdrawnTransaction(input: CreateTransaction, request: RecordingRequest): TransactionRecord {
  const record = newTransaction(input, request, 0)
  return { ...record, status: 'cancelled', nextAttemptAt: null, cancelledAt: new Date() }
}

export function newReversal(original: TransactionRecord, request: RecordingRequest, leaseMs: number) {
  const { medicineId, type, direction, quantity, unitPricePaise, packSize } = original
  return withCommand({
    ...pendingRecord(request, leaseMs),
    medicineId,
    packSize,
    type,
    direction,
    quantity,
    unitPricePaise,
    totalPaise: 0 - original.totalPaise,
    reverses: original.id,
    approvedBy: original.approvedBy,
  })
}

const withCommand = (
  record: TransactionRecord,
  more: Pick<StockCommand, 'byAdmin' | 'changes' | 'madeAt'> = {},
): TransactionRecord => ({
  ...record,
  command: { ...buildCommand(record), ...more },
})
