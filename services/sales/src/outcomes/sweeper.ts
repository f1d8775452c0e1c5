import type { Lifecycle } from '@mms/service-kit'
import type { TransactionRecord } from '../transactions/rules.ts'
import { type AttemptOptions, createAttempt } from './attempt.ts'
import { createPendingStore } from './pending-store.ts'

export interface SweeperOptions extends AttemptOptions {
  lifecycle: Lifecycle
}

const ROUND = 32
const CONCURRENCY = 8

/**
 * Retries pending transactions whose request is gone, in every replica, until each has ended. None is ever
 * given up; those that are stuck come every quarter of an hour.
 */
export function createSweeper(options: SweeperOptions) {
  const { db, lifecycle } = options
  const attempt = createAttempt(options)
  const store = createPendingStore(db)

  /** False when inventory gave no answer: what else is due would wait for one too. */
  async function sweepOne(seen: TransactionRecord): Promise<boolean> {
    const after = await attempt(seen)
    return after?.status !== 'pending' || after.stuckSince !== null
  }

  /** Works off `due` until it is empty or inventory does not answer; returns whether it did. */
  async function drain(due: TransactionRecord[]): Promise<boolean> {
    for (let next = due.shift(); next && !lifecycle.stopping; next = due.shift()) {
      if (!(await sweepOne(next))) return false
    }
    return true
  }

  /** One round; returns how many were taken up, and whether more may be due at once. */
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
