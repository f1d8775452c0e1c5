import type { CreateTransaction } from '@mms/contracts'
import {
  catchUp,
  createBatcher,
  failpoint,
  findCaughtUp,
  inTransaction,
  isUniqueViolation,
  type Logger,
  problem,
  recordChange,
  type Trace,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { failpoints } from '../failpoints.ts'
import { createPendingStore, type PendingStore } from '../outcomes/pending-store.ts'
import type { Settlement } from '../outcomes/settlement.ts'
import type { ReturnService } from '../returns/service.ts'
import { transactionNotFound } from '../transactions/replies.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { createTransactionStore, type TransactionStore } from '../transactions/store.ts'
import { createCancellation } from './cancellation.ts'
import { type Result, replay } from './replay.ts'
import { assertMayUndo, newReversal, newTransaction, type Request } from './rules.ts'
import type { Remark } from './unconfirmed.ts'

export interface TransactionServiceOptions {
  db: Knex
  settlement: Settlement
  returns: ReturnService
  remark: Remark
  log: Logger
  timeZone: string
  leaseMs: number
}

const notReversible = {
  pending: 'Its outcome is not known yet',
  rejected: 'It was refused and had no effect',
  cancelled: 'It was cancelled and had no effect',
}

const alreadyReversed = () =>
  problem.conflict('sales.already_reversed', 'This transaction was already reversed')

function assertReversible({ status, sample, reverses, reversedBy }: TransactionRecord): void {
  if (status !== 'completed') throw problem.conflict('sales.not_completed', notReversible[status])
  if (sample) throw problem.conflict('sales.is_sample', 'Sample transactions cannot be reversed')
  if (reverses) throw problem.conflict('sales.is_reversal', 'A reversal cannot be reversed; record it anew')
  if (reversedBy) throw alreadyReversed()
}

function createInsert(store: TransactionStore) {
  const insertOne = async (record: TransactionRecord): Promise<boolean> => {
    try {
      await store.insert([record])
      return true
    } catch (error) {
      if (isUniqueViolation(error)) return false
      throw error
    }
  }
  const insertAll = async (records: TransactionRecord[]) => {
    await store.insert(records)
    return records.map(() => true)
  }
  return createBatcher(insertAll, { alone: insertOne, isDoneAlone: isUniqueViolation })
}

async function insertReversal(
  db: Knex,
  reversal: TransactionRecord,
  original: TransactionRecord,
  returns: ReturnService,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const store = createTransactionStore(trx)
    if (original.type === 'sale') await returns.assertNotReturned(original, trx)
    await store.insert([reversal])
    if (!(await store.markReversed(original.id, reversal.id))) throw alreadyReversed()
    const after = { reversal: reversal.id }
    await recordChange(trx, { action: 'transaction.reversal-requested', subject: original.id, after })
    failpoint(failpoints.reversalWritten)
  })
}

/** If the hand-over fails, the sweeper takes the row once the lease ends. */
const createHandOver = (pending: PendingStore, log: Logger) => (record: TransactionRecord) =>
  pending
    .release({ ...record, attempts: record.attempts + 1 }, record.attempts)
    .catch((err: unknown) => log.warn({ err, transactionId: record.id }, 'not handed over'))

export function createTransactionService(options: TransactionServiceOptions) {
  const { db, settlement, returns, remark, log, timeZone, leaseMs } = options
  const store = createTransactionStore(db)
  const pending = createPendingStore(db)
  const insert = createInsert(store)
  const handOver = createHandOver(pending, log)

  const find = async (id: string): Promise<TransactionRecord> =>
    (await findCaughtUp(db, () => store.find(id))) ?? Promise.reject(transactionNotFound())

  const replayStored = async (request: Request): Promise<Result | undefined> => {
    const stored = request.key === null ? undefined : await store.findByKey(request.callerId, request.key)
    return stored && replay(stored, request)
  }

  const insertJudged = async (record: TransactionRecord, request: Request, approval?: string) => {
    try {
      return await returns.insert(record, { ...request, approval })
    } catch (error) {
      // For a known key nothing is judged again: the approval may have expired and the units have changed.
      if (await replayStored(request)) return undefined
      throw error
    }
  }

  const settleFirst = async (record: TransactionRecord, trace: Trace): Promise<Result> => {
    failpoint(failpoints.pendingCommitted)
    const transaction = await settlement.settle(record, trace)
    if (transaction.status === 'pending') await handOver(transaction)
    return { transaction, replayed: false }
  }

  return {
    ...createCancellation({ db, store, settlement, insert, find, handOver, leaseMs }),

    /** Records a transaction exactly once per key, across crashes; pending while inventory is silent. */
    async record(input: CreateTransaction, request: Request, trace: Trace): Promise<Result> {
      const record = await remark(newTransaction(input, request, leaseMs))
      failpoint(failpoints.pendingWriting)
      const isJudged = input.type === 'return' || input.type === 'expired'
      const inserted = isJudged
        ? await insertJudged(record, request, input.approval)
        : (await insert(record)) && record
      if (inserted) return settleFirst(inserted, trace)
      const replayed = await replayStored(request)
      if (replayed) return replayed
      throw problem.unavailable('sales.try_again', 'Please try again')
    },

    /** Undoes a completed transaction once, by an opposite one. */
    async reverse(id: string, request: Request, trace: Trace): Promise<Result> {
      await catchUp(db)
      const replayed = await replayStored(request)
      if (replayed) return replayed
      const original = await find(id)
      assertMayUndo(original, request, timeZone)
      const reversal = newReversal(original, request, leaseMs)
      try {
        assertReversible(original)
        await insertReversal(db, reversal, original, returns)
      } catch (error) {
        const first = await replayStored(request)
        if (first) return first
        throw error
      }
      return settleFirst(reversal, trace)
    },
  }
}
export type TransactionService = ReturnType<typeof createTransactionService>
