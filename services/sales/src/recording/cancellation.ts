import type { CreateTransaction } from '@mms/contracts'
import { failpoint, inTransaction, problem, recordChange, type Trace } from '@mms/service-kit'
import type { Knex } from 'knex'
import { failpoints } from '../failpoints.ts'
import { createPendingStore } from '../outcomes/pending-store.ts'
import type { Settlement } from '../outcomes/settlement.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import type { TransactionStore } from '../transactions/store.ts'
import { assertSameRequest } from './replay.ts'
import { assertNotBilled, assertOwn, type RecordingRequest, withdrawnTransaction } from './rules.ts'

export interface CancellationOptions {
  db: Knex
  store: TransactionStore
  settlement: Settlement
  insert: (record: TransactionRecord) => Promise<boolean>
  find: (id: string) => Promise<TransactionRecord>
  handOver: (record: TransactionRecord) => Promise<void>
  leaseMs: number
}

async function requestCancellation(trx: Knex.Transaction, id: string, leaseUntil: Date): Promise<boolean> {
  if (!(await createPendingStore(trx).requestCancellation(id, leaseUntil))) return false
  await recordChange(trx, { action: 'transaction.cancellation-requested', subject: id })
  return true
}

/** Prevents a transaction from having an effect, unless it had one already. */
export function createCancellation(options: CancellationOptions) {
  const { db, store, settlement, insert, find, handOver, leaseMs } = options

  async function cancel(id: string, request: RecordingRequest, trace: Trace): Promise<TransactionRecord> {
    const transaction = await find(id)
    assertOwn(transaction, request)
    if (transaction.status !== 'pending') return transaction
    assertNotBilled(transaction)
    const nextAttemptAt = new Date(Date.now() + leaseMs)
    if (!(await inTransaction(db, (trx) => requestCancellation(trx, id, nextAttemptAt)))) return find(id)
    failpoint(failpoints.cancellationCommitted)
    const after = await settlement.settle({ ...transaction, cancelling: true, nextAttemptAt }, trace)
    if (after.status === 'pending') await handOver(after)
    return after
  }

  return {
    cancel,
    /** Cancels by key, even before the request arrives: the key is then taken. Pending while inventory is silent. */
    async withdraw(input: CreateTransaction, request: RecordingRequest & { key: string }, trace: Trace) {
      const withdrawn = withdrawnTransaction(input, request)
      if (await insert(withdrawn)) return withdrawn
      const stored = await store.findByKey(request.callerId, request.key)
      if (!stored) throw problem.unavailable('sales.try_again', 'Please try again')
      assertSameRequest(stored, request)
      return cancel(stored.id, request, trace)
    },
  }
}
