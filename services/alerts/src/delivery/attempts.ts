import { DAY_MS } from '@mms/contracts'
import type { Logger } from '@mms/service-kit'
import type { Knex } from 'knex'
import { DAMPING_MS } from './queue.ts'
import { type Channel, createDeliveryStore, type Delivery } from './store.ts'

export interface AttemptOptions {
  db: Knex
  log: Logger
  now: () => Date
  backoffMs?: readonly number[]
}

const MINUTE = 60_000
/** Most of a day in total, so that a receiver that is down for a night loses nothing. */
const BACKOFF_MS = [10_000, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE, 720 * MINUTE]
/** After this time the sending replica has finished or died. */
const LEASE_MS = 2 * MINUTE
const MAX_DUE = 500
const KEEP_MS = 30 * DAY_MS

export function createAttempts({ db, log, now, backoffMs = BACKOFF_MS }: AttemptOptions) {
  const store = createDeliveryStore(db)
  /** Longest wait by number of attempts, never shorter than the lease. */
  const waits = [DAMPING_MS, ...backoffMs].map((ms) => Math.max(ms, LEASE_MS))

  async function noteFailure(deliveries: Delivery[], error: Error): Promise<void> {
    log.warn({ err: error, deliveries: deliveries.map(({ id }) => id) }, 'alert not delivered')
    for (const delivery of deliveries) {
      const wait = backoffMs[delivery.attempts]
      const next = wait === undefined ? null : new Date(now().getTime() + wait)
      await store.failed(delivery, error.message, next)
    }
  }

  return {
    listDue: (channel: Channel) => store.listDue(channel, now(), MAX_DUE, waits),
    claim: (delivery: Delivery) => store.claim(delivery, new Date(now().getTime() + LEASE_MS)),
    /**
     * Sends claimed deliveries. Returns the error of a failure. An abort by `signal` does not count as an attempt.
     * `changedBy` adds data for the next attempt.
     */
    async attempt(
      deliveries: Delivery[],
      send: () => Promise<void>,
      signal: AbortSignal,
      changedBy: (error: Error, delivery: Delivery) => Delivery = (_, delivery) => delivery,
    ): Promise<Error | undefined> {
      try {
        signal.throwIfAborted()
        await send()
        for (const { id } of deliveries) await store.delivered(id)
        return undefined
      } catch (thrown) {
        const error = thrown as Error
        const changed = deliveries.map((delivery) => changedBy(error, delivery))
        if (!signal.aborted) await noteFailure(changed, error)
        else for (const delivery of changed) await store.release(delivery, now())
        return error
      }
    },
    prune: () => store.prune(new Date(now().getTime() - KEEP_MS)),
  }
}
export type Attempts = ReturnType<typeof createAttempts>
