import {
  type CreateTransaction,
  createTransactionSchema,
  REPLAYED_HEADER,
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
import { idParams, pendingReply, TRANSACTIONS_PATH } from '../transactions/replies.ts'
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
  const headers = replayed ? { [REPLAYED_HEADER]: 'true' } : undefined
  if (transaction.status === 'pending') return pendingReply(shown)
  if (transaction.status !== 'completed') throw refusalProblem(transaction, headers ?? {})
  return new Reply(shown, {
    status: 201,
    headers: { ...headers, Location: `${TRANSACTIONS_PATH}/${shown._id}` },
  })
}

function cancellationReply(transaction: TransactionRecord, shown: Transaction): Reply<Transaction> {
  if (transaction.status === 'pending') return pendingReply(shown)
  if (transaction.status === 'cancelled') return new Reply(shown)
  const what = transaction.status === 'completed' ? 'recorded' : 'refused'
  throw problem.conflict('sales.not_pending', `This transaction was already ${what}`)
}

export interface RecordingRouteOptions {
  transactions: TransactionService
  findMedicine: MedicineLookup
}

type Show = (record: TransactionRecord) => Promise<Transaction>

function recordRoute({ transactions, findMedicine }: RecordingRouteOptions): Route {
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

function withdrawRoute({ transactions }: RecordingRouteOptions, show: Show): Route {
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

function undoRoutes({ transactions }: RecordingRouteOptions, show: Show): Route[] {
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
        const transaction = await transactions.cancel(
          id,
          requestOf(request, [TRANSACTIONS_PATH, id]),
          request.trace,
        )
        return cancellationReply(transaction, await show(transaction))
      },
    }),
  ]
}

export function recordingRoutes(options: RecordingRouteOptions): Route[] {
  const show: Show = async (record) => toTransaction(record, await options.findMedicine(record.medicineId))
  return [recordRoute(options), withdrawRoute(options, show), ...undoRoutes(options, show)]
}
