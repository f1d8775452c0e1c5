import { addDays, startOfStoreDay, storeDate } from '@mms/contracts'
import type { Knex } from 'knex'
import type { Reconcile } from './service.ts'
import { createReconciliationStore } from './store.ts'

export interface NightlyOptions {
  db: Knex
  reconcile: Reconcile
  timeZone: string
}

/** Hours after the store's midnight: everybody has gone, nobody has come. */
const HOUR_OF_NIGHT = 3

/** The first run after `now`. */
export function nextNight(now: Date, timeZone: string): Date {
  const today = storeDate(timeZone, now)
  const nights = [today, addDays(today, 1)].map(
    (date) => new Date(startOfStoreDay(date, timeZone).getTime() + HOUR_OF_NIGHT * 3_600_000),
  )
  return nights.find((night) => night > now) as Date
}

/** Reconciles when it is due, unless another replica does. */
export async function reconcileNightly(options: NightlyOptions): Promise<void> {
  const { db, reconcile, timeZone } = options
  const store = createReconciliationStore(db)
  const now = new Date()
  await store.prepare(nextNight(now, timeZone))
  if (await store.claim(now, nextNight(now, timeZone))) await reconcile()
}
