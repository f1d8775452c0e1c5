import { type StockOutcome, storeDate } from '@mms/contracts'
import {
  type AuditChange,
  appendEvents,
  createBatcher,
  failpoint,
  inTransaction,
  isLockWait,
  recordChanges,
  type Trace,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { failpoints } from '../failpoints.ts'
import { createCountStore } from '../history/count-store.ts'
import { type Inventory, NotUnderstoodError, OutcomeUnknownError } from '../inventory/client.ts'
import type { SalesOptions } from '../options.ts'
import { completedEvents, type TransactionRecord } from '../transactions/rules.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { createPendingStore } from './pending-store.ts'
import {
  addSetterNames,
  LONGEST_BACKOFF_MS,
  markStuck,
  soldAfterExpiry,
  storedCommandOf,
  unconfirmedWarnings,
  withOutcome,
} from './rules.ts'

interface SettlementOptions extends Pick<SalesOptions, 'db' | 'timeZone' | 'log'> {
  inventory: Pick<Inventory, 'apply' | 'cancel'>
}

/** Thrown to roll back the batch if one transaction is no longer pending. */
class AlreadyFinalError extends Error {
  override name = 'AlreadyFinalError'
}

/** Names the seller, because the current request may be another user's. */
function entriesOf(record: TransactionRecord, today: string): AuditChange[] {
  const actor = { id: record.createdBy, name: record.createdByName ?? '', requestId: '', address: '' }
  const late = soldAfterExpiry(record, today)
  const odd = unconfirmedWarnings(record)
  return [
    ...(late ? [{ action: 'transaction.sold-after-expiry', subject: record.id, actor, after: late }] : []),
    ...(odd ? [{ action: 'transaction.unconfirmed', subject: record.id, actor, ...odd }] : []),
  ]
}

export async function writeOutcomes(trx: Knex.Transaction, records: TransactionRecord[], timeZone: string) {
  const completed = records.filter(({ status }) => status === 'completed')
  const undone = records.filter(({ status, reverses }) => status !== 'completed' && reverses)
  const cancelled = records.filter(({ status }) => status === 'cancelled')
  const pending = createPendingStore(trx)
  const finished = await pending.finish(records)
  if (finished !== records.length) throw new AlreadyFinalError()
  if (cancelled.length > 0) await pending.markCancelled(cancelled)
  if (undone.length > 0) await createTransactionStore(trx).unmarkReversed(undone)
  await appendEvents(trx, completedEvents(completed))
  await recordChanges(
    trx,
    completed.flatMap((record) => entriesOf(record, storeDate(timeZone))),
  )
  // Last, to hold the lock briefly: all sales of a day update this row.
  await createCountStore(trx, timeZone).add(completed)
  failpoint(failpoints.outcomeWritten)
}

export function createSettlement({ db, inventory, timeZone, log }: SettlementOptions) {
  const store = createTransactionStore(db)
  const pending = createPendingStore(db)

  const findRecorder = async (id: string) => (await store.find(id))?.createdByName

  async function finishOne(record: TransactionRecord): Promise<TransactionRecord> {
    try {
      await inTransaction(db, (trx) => writeOutcomes(trx, [record], timeZone))
      return record
    } catch (error) {
      if (!(error instanceof AlreadyFinalError)) throw error
      return (await store.find(record.id)) ?? record
    }
  }

  const finishAll = async (records: TransactionRecord[]) => {
    await inTransaction(db, (trx) => writeOutcomes(trx, records, timeZone), { waitsOnce: true })
    return records
  }
  const finish = createBatcher(finishAll, {
    alone: finishOne,
    isDoneAlone: (error) => error instanceof AlreadyFinalError || isLockWait(error),
  })

  async function requestOutcome(record: TransactionRecord, trace: Trace | undefined): Promise<StockOutcome> {
    if (!record.cancelling) return inventory.apply(record, storedCommandOf(record), trace)
    const outcome = await inventory.cancel(record.id, trace)
    failpoint(failpoints.cancellationAnswered)
    return outcome
  }

  async function resolve(record: TransactionRecord, trace?: Trace): Promise<TransactionRecord> {
    try {
      if (await pending.isBeforeReturn(record)) return record
      const outcome = await addSetterNames(await requestOutcome(record, trace), findRecorder)
      failpoint(failpoints.commandAnswered)
      const final = await finish(withOutcome(record, outcome))
      failpoint(failpoints.outcomeCommitted)
      return final
    } catch (error) {
      if (error instanceof NotUnderstoodError) {
        log.error({ err: error, transactionId: record.id }, 'stuck: inventory says no, and not why')
        return markStuck(record, error.message)
      }
      // The row is stored and pending, so the sweeper continues after any error.
      const level = error instanceof OutcomeUnknownError ? 'warn' : 'error'
      log[level]({ err: error, transactionId: record.id }, 'outcome not known yet')
      return record
    }
  }

  /** Hands a pending transaction to the sweeper. If this fails, the sweeper takes it once the lease ends. */
  const handOver = (record: TransactionRecord): Promise<void> =>
    pending
      .release({ ...record, attempts: record.attempts + 1 }, record.attempts)
      .catch((err: unknown) => log.warn({ err, transactionId: record.id }, 'not handed over'))

  return {
    resolve,
    handOver,
    /** Asks inventory once. Without an outcome the sweeper goes on. */
    async finishCommitted(record: TransactionRecord, trace: Trace): Promise<TransactionRecord> {
      const after = await resolve(record, trace)
      if (after.status === 'pending') await handOver(after)
      return after
    },
  }
}
export type Settlement = ReturnType<typeof createSettlement>

interface AttemptOptions extends Pick<SalesOptions, 'db' | 'log' | 'leaseMs'> {
  settlement: Pick<Settlement, 'resolve'>
}

/** Retries a pending transaction once, leased by its number of attempts. Undefined if another replica has it. */
export function createAttempt({ db, settlement, log, leaseMs }: AttemptOptions) {
  const pending = createPendingStore(db)
  return async (seen: TransactionRecord, trace?: Trace): Promise<TransactionRecord | undefined> => {
    if (!(await pending.lease(seen.id, seen.attempts, new Date(Date.now() + leaseMs)))) return undefined
    const attempts = seen.attempts + 1
    const after = await settlement.resolve({ ...seen, attempts }, trace)
    log.info({ transactionId: seen.id, attempts, status: after.status }, 'tried again')
    if (after.status === 'pending') await pending.release(after)
    return after
  }
}
export type Attempt = ReturnType<typeof createAttempt>

interface SweeperOptions extends Pick<SalesOptions, 'db' | 'lifecycle' | 'leaseMs'> {
  attempt: Attempt
}

const ROUND = 32
const CONCURRENCY = 8

export function createSweeper({ db, attempt, lifecycle, leaseMs }: SweeperOptions) {
  const longestMs = Math.max(leaseMs, LONGEST_BACKOFF_MS)
  const store = createPendingStore(db)

  /** Retries `due`. False once two medicines got no answer: then inventory is down, not just a row locked. */
  async function drain(due: TransactionRecord[], unanswered: Set<string>): Promise<boolean> {
    for (let next = due.shift(); next && !lifecycle.stopping; next = due.shift()) {
      const after = await attempt(next)
      if (after?.status === 'pending' && after.stuckSince === null) unanswered.add(next.medicineId)
      if (unanswered.size > 1) return false
    }
    return true
  }

  async function sweep(): Promise<{ taken: number; more: boolean }> {
    const due = await store.due(new Date(), ROUND, longestMs)
    const found = due.length
    // Waits for all of them even if one fails, so that rounds never overlap.
    const unanswered = new Set<string>()
    const drains = await Promise.allSettled(Array.from({ length: CONCURRENCY }, () => drain(due, unanswered)))
    const failed = drains.find((drained) => drained.status === 'rejected')
    if (failed) throw failed.reason
    const answered = drains.every((drained) => drained.status === 'fulfilled' && drained.value)
    return { taken: found - due.length, more: found === ROUND && answered }
  }

  return {
    async sweepAll(): Promise<number> {
      for (let total = 0; ; ) {
        const { taken, more } = await sweep()
        total += taken
        if (!more || lifecycle.stopping) return total
      }
    },
  }
}
