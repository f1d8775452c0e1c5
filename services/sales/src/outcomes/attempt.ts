import type { Logger, Trace } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { TransactionRecord } from '../transactions/rules.ts'
import { createPendingStore } from './pending-store.ts'
import type { Settlement } from './settlement.ts'

export interface AttemptOptions {
  db: Knex
  settlement: Settlement
  log: Logger
  /** No other replica tries meanwhile. */
  leaseMs: number
}

/** Retries a pending transaction once, leased by its number of attempts. Undefined if it is leased already. */
export function createAttempt({ db, settlement, log, leaseMs }: AttemptOptions) {
  const pending = createPendingStore(db)
  return async (seen: TransactionRecord, trace?: Trace): Promise<TransactionRecord | undefined> => {
    if (!(await pending.lease(seen.id, seen.attempts, new Date(Date.now() + leaseMs)))) return undefined
    const attempts = seen.attempts + 1
    const after = await settlement.settle({ ...seen, attempts }, trace)
    log.info({ transactionId: seen.id, attempts, status: after.status }, 'tried again')
    if (after.status === 'pending') await pending.release(after)
    return after
  }
}
export type Attempt = ReturnType<typeof createAttempt>
