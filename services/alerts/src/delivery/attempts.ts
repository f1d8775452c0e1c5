import type { Logger } from '@mms/service-kit'
import type { Knex } from 'knex'
import { DAMPING_MS } from './damping.ts'
import { type Channel, createDeliveryStore, type Delivery } from './store.ts'

export interface AttemptOptions {
  db: Knex
  log: Logger
  now: () => Date
  /** How long, in ms, to wait after each failed attempt; one more failure, and it is given up. */
  backoffMs?: readonly number[]
}

const MINUTE = 60_000
/** Most of a day: a night without the other side costs nothing. */
const BACKOFF_MS = [10_000, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE, 720 * MINUTE]
/** The replica that sends is through by then, or dead. */
const LEASE_MS = 2 * MINUTE
const MOST = 500
const KEEP_MS = 30 * 86_400_000

/** What all channels have in common: one sender at a time, again and later after a failure, until it is given up. */
export function createAttempts({ db, log, now, backoffMs = BACKOFF_MS }: AttemptOptions) {
  const store = createDeliveryStore(db)
  /** By the number of attempts; the replica that makes one has its lease. */
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
    listDue: (channel: Channel) => store.listDue(channel, now(), MOST, waits),
    claim: (delivery: Delivery) => store.claim(delivery, new Date(now().getTime() + LEASE_MS)),
    /** Sends what was claimed; returns why it failed. Ended by `signal` it is no attempt. `changedBy` adds what the next must know. */
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
