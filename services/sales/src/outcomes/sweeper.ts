import type { Lifecycle } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { TransactionRecord } from '../transactions/rules.ts'
import { createPendingStore } from './pending-store.ts'
import { LONGEST_BACKOFF_MS } from './rules.ts'
import type { Attempt } from './settlement.ts'

export interface SweeperOptions {
  db: Knex
  attempt: Attempt
  lifecycle: Lifecycle
  leaseMs: number
}

const ROUND = 32
const CONCURRENCY = 8

export function createSweeper({ db, attempt, lifecycle, leaseMs }: SweeperOptions) {
  const longestMs = Math.max(leaseMs, LONGEST_BACKOFF_MS)
  const store = createPendingStore(db)

  /** Empties `due`; false if inventory is silent: the rest would wait, too. A locked row skips its medicine only. */
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
    // Awaits all of them even if one fails, so that rounds never overlap.
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
