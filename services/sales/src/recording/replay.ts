import { isSameFingerprint, type ProblemError, problem } from '@mms/service-kit'
import type { TransactionRecord } from '../transactions/rules.ts'
import type { RecordingRequest } from './rules.ts'

export interface RecordingResult {
  transaction: TransactionRecord
  replayed: boolean
}

/** Throws 422 `sales.key_reused` if the key was used with another body. */
export function assertSameRequest(
  { requestFingerprint: stored }: TransactionRecord,
  { fingerprint }: RecordingRequest,
): void {
  if (stored !== null && fingerprint !== null && isSameFingerprint(stored, fingerprint)) return
  throw problem.unprocessable('sales.key_reused', 'This Idempotency-Key was used for another request')
}

/** Returns the stored result of a known key. Throws 422 for another body, 409 while the first request is running. */
export function replayRecording(transaction: TransactionRecord, request: RecordingRequest): RecordingResult {
  assertSameRequest(transaction, request)
  const { attempts, nextAttemptAt, status } = transaction
  if (attempts === 0 && nextAttemptAt !== null && nextAttemptAt > new Date()) {
    throw problem.conflict('sales.in_flight', 'The first request with this Idempotency-Key is in progress', {
      headers: { 'Retry-After': '1' },
    })
  }
  return { transaction, replayed: status !== 'pending' }
}

const fields: Record<string, string> = {
  'inventory.medicine_not_found': 'medicineId',
  'inventory.medicine_expired': 'medicineId',
  'inventory.above_mrp': 'unitPrice',
  'inventory.insufficient_stock': 'quantity',
  'inventory.pack_changed': 'quantity',
  'inventory.stock_limit': 'quantity',
  'inventory.batch_not_found': 'batch',
  'inventory.batch_expiry': 'batch',
  'inventory.batch_expired': 'batch',
  'inventory.batch_mrp': 'batch',
  'inventory.batch_needed': 'batch',
  'inventory.not_first_to_expire': 'batch',
}

export function refusalProblem(
  transaction: TransactionRecord,
  headers: Record<string, string>,
): ProblemError {
  if (transaction.status === 'cancelled') {
    return problem.conflict('sales.cancelled', 'This transaction was cancelled', { headers })
  }
  const { reasonCode, reason } = transaction
  const code = reasonCode ?? 'sales.rejected'
  const message = reason ?? 'Inventory refused this transaction'
  const field = fields[code]
  return problem.conflict(code, message, { headers, ...(field && { errors: { [field]: message } }) })
}
