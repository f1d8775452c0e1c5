import { setTimeout as delay } from 'node:timers/promises'
import { addDays, startOfStoreDay, storeDate } from '@mms/contracts'
import type { Lifecycle, Logger } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Reconcile } from './service.ts'
import { createReconciliationStore } from './store.ts'

export interface NightlyOptions {
  db: Knex
  reconcile: Reconcile
  timeZone: string
  log: Logger
  lifecycle: Lifecycle
}

/** Hours after the store's midnight: everybody has gone, nobody has come. */
const HOUR_OF_NIGHT = 3
const LOOK_EVERY_MS = 60_000

/** The first run after `now`. */
export function nextNight(now: Date, timeZone: string): Date {
  const today = storeDate(timeZone, now)
  const nights = [today, addDays(today, 1)].map(
    (date) => new Date(startOfStoreDay(date, timeZone).getTime() + HOUR_OF_NIGHT * 3_600_000),
  )
  return nights.find((night) => night > now) as Date
}

/** Reconciles every night, in one of the replicas, until the process stops. */
export async function reconcileNightly(options: NightlyOptions): Promise<void> {
  const { db, reconcile, timeZone, log, lifecycle } = options
  const store = createReconciliationStore(db)
  while (!lifecycle.stopping) {
    try {
      const now = new Date()
      await store.prepare(nextNight(now, timeZone))
      if (await store.claim(now, nextNight(now, timeZone))) await reconcile()
    } catch (error) {
      log.error({ err: error }, 'nightly reconciliation failed')
    }
    await delay(LOOK_EVERY_MS, undefined, { signal: lifecycle.signal }).catch(() => {})
  }
}
