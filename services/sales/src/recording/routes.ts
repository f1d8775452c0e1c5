import {
  type CreateTransaction,
  createTransactionSchema,
  type Transaction,
  transactionSchema,
} from '@mms/contracts'
import {
  fingerprintOf,
  idempotencyKeyOf,
  isRecent,
  problem,
  Reply,
  type Route,
  type RouteRequest,
  route,
} from '@mms/service-kit'
import type { MedicineLookup } from '../medicines/store.ts'
import { idParams, pendingReply, replayedHeader, TRANSACTIONS_PATH } from '../transactions/replies.ts'
import { type TransactionRecord, toTransaction } from '../transactions/rules.ts'
import { earliestOf, madeAtOf } from './made-at.ts'
import { type RecordingResult, refusalProblem } from './replay.ts'
import type { RecordingRequest } from './rules.ts'
import type { TransactionService } from './service.ts'

type RequestSource = Pick<RouteRequest<unknown, unknown, unknown>, 'headers' | 'caller' | 'received'>

function requestOf({ headers, caller }: RequestSource, sent: unknown[], madeAt?: string): RecordingRequest {
  const key = idempotencyKeyOf(headers, 'sales.malformed_key')
  return {
    callerId: caller.id,
    callerName: caller.name,
    isAdmin: caller.role === 'admin',
    isProven: isRecent(caller.proof, Date.now()),
    key,
    fingerprint: key === null ? null : fingerprintOf(...sent),
    madeAt: madeAtOf(madeAt),
    earliest: earliestOf(caller),
  }
}

const recordingOf = (request: RequestSource & { body: CreateTransaction }) =>
  requestOf(request, [TRANSACTIONS_PATH, request.received], request.body.madeAt)

/** Answers 201, or 202 while the outcome is unknown. Throws 409 if it was rejected. */
function replyTo({ transaction, replayed }: RecordingResult, shown: Transaction): Reply<Transaction> {
  const headers = replayedHeader(replayed)
  if (transaction.status === 'pending') return pendingReply(shown)
  if (transaction.status !== 'completed') throw refusalProblem(transaction, headers)
  const location = `${TRANSACTIONS_PATH}/${shown._id}`
  return new Reply(shown, { status: 201, headers: { ...headers, Location: location } })
}

function cancellationReply(transaction: TransactionRecord, shown: Transaction): Reply<Transaction> {
  if (transaction.status === 'pending') return pendingReply(shown)
  if (transaction.status === 'cancelled') return new Reply(shown)
  const what = transaction.status === 'completed' ? 'recorded' : 'refused'
  throw problem.conflict('sales.not_pending', `This transaction was already ${what}`)
}

type Show = (record: TransactionRecord) => Promise<Transaction>

function recordRoute(transactions: TransactionService, findMedicine: MedicineLookup): Route {
  return route({
    method: 'post',
    path: TRANSACTIONS_PATH,
    access: 'signed-in',
    summary: 'Record a transaction once per Idempotency-Key: 201, 202 while unknown, 409 when refused',
    headers: ['Idempotency-Key'],
    body: createTransactionSchema,
    response: transactionSchema,
    mayBePending: true,
    status: 201,
    handler: async (request) => {
      const [result, medicine] = await Promise.all([
        transactions.record(request.body, recordingOf(request), request.trace),
        findMedicine(request.body.medicineId),
      ])
      return replyTo(result, toTransaction(result.transaction, medicine))
    },
  })
}

function withdrawRoute(transactions: TransactionService, show: Show): Route {
  return route({
    method: 'post',
    path: `${TRANSACTIONS_PATH}/withdrawal`,
    access: 'signed-in',
    summary:
      'Outcome of an Idempotency-Key, which then stops working if it was unused: 200, 202 while unknown',
    headers: ['Idempotency-Key'],
    body: createTransactionSchema,
    response: transactionSchema,
    mayBePending: true,
    handler: async (request) => {
      const { key, ...recording } = recordingOf(request)
      if (key === null) throw problem.badRequest('sales.key_missing', 'The Idempotency-Key is missing')
      const transaction = await transactions.withdraw(request.body, { ...recording, key }, request.trace)
      const shown = await show(transaction)
      return transaction.status === 'pending' ? pendingReply(shown) : new Reply(shown)
    },
  })
}

function undoRoutes(transactions: TransactionService, show: Show): Route[] {
  return [
    route({
      method: 'post',
      path: `${TRANSACTIONS_PATH}/:id/reversal`,
      access: 'signed-in',
      summary: 'Undo a completed transaction by a new, opposite one; once. Staff undo their own',
      params: idParams,
      headers: ['Idempotency-Key'],
      response: transactionSchema,
      mayBePending: true,
      status: 201,
      handler: async (request) => {
        const { id } = request.params
        const reversal = requestOf(request, [TRANSACTIONS_PATH, id])
        const result = await transactions.reverse(id, reversal, request.trace)
        return replyTo(result, await show(result.transaction))
      },
    }),
    route({
      method: 'post',
      path: `${TRANSACTIONS_PATH}/:id/cancellation`,
      access: 'signed-in',
      summary: 'Make sure that a pending transaction has no effect: 202 while unknown, 409 when it is over',
      params: idParams,
      headers: ['Idempotency-Key'],
      response: transactionSchema,
      mayBePending: true,
      handler: async (request) => {
        const { id } = request.params
        const cancellation = requestOf(request, [TRANSACTIONS_PATH, id])
        const transaction = await transactions.cancel(id, cancellation, request.trace)
        return cancellationReply(transaction, await show(transaction))
      },
    }),
  ]
}

export function recordingRoutes(transactions: TransactionService, findMedicine: MedicineLookup): Route[] {
  const show: Show = async (record) => toTransaction(record, await findMedicine(record.medicineId))
  return [
    recordRoute(transactions, findMedicine),
    withdrawRoute(transactions, show),
    ...undoRoutes(transactions, show),
  ]
}
