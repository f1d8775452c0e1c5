import type { Lifecycle, Logger } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createPendingStore } from './pending-store.ts'
import { nextAttempt, type TransactionRecord } from './rules.ts'
import type { Settlement } from './settlement.ts'

export interface SweeperOptions {
  db: Knex
  settlement: Settlement
  log: Logger
  lifecycle: Lifecycle
  /** Longest time an attempt takes; nobody else tries meanwhile. */
  leaseMs: number
}

const ROUND = 32
const CONCURRENCY = 8

/**
 * Takes up pending transactions whose request is gone, in every replica, until each has ended. A row is
 * taken by raising its number of attempts: of two sweepers one succeeds. None is ever given up.
 */
export function createSweeper(options: SweeperOptions) {
  const { db, settlement, log, lifecycle, leaseMs } = options
  const store = createPendingStore(db)

  /** True when it has ended. */
  async function sweepOne(seen: TransactionRecord): Promise<boolean> {
    if (!(await store.lease(seen.id, seen.attempts, new Date(Date.now() + leaseMs)))) return true
    const attempts = seen.attempts + 1
    const { status } = await settlement.settle(seen)
    log.info({ transactionId: seen.id, attempts, status }, 'swept')
    if (status !== 'pending') return true
    await store.defer(seen.id, attempts, nextAttempt(attempts))
    return false
  }

  /** Works off `due` until it is empty or inventory does not answer; answers whether it did. */
  async function drain(due: TransactionRecord[]): Promise<boolean> {
    for (let next = due.shift(); next && !lifecycle.stopping; next = due.shift()) {
      if (!(await sweepOne(next))) return false
    }
    return true
  }

  /** One round; answers how many were taken up, and whether more may be due at once. */
  async function sweep(): Promise<{ taken: number; more: boolean }> {
    const due = await store.due(new Date(), ROUND)
    const found = due.length
    // All are waited for also when one fails: no round may go on beside the next.
    const drains = await Promise.allSettled(Array.from({ length: CONCURRENCY }, () => drain(due)))
    const failed = drains.find((drained) => drained.status === 'rejected')
    if (failed) throw failed.reason
    const answered = drains.every((drained) => drained.status === 'fulfilled' && drained.value)
    return { taken: found - due.length, more: found === ROUND && answered }
  }

  return {
    /** Takes up everything that is due now, until the process stops; returns how many. */
    async sweepAll(): Promise<number> {
      for (let total = 0; ; ) {
        const { taken, more } = await sweep()
        total += taken
        if (!more || lifecycle.stopping) return total
      }
    },
  }
}
