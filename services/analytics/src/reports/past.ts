import { addDays } from '@mms/contracts'
import { createVersionedCache } from '@mms/service-kit'
import type { Knex } from 'knex'
import { countedUntil } from '../due/counted-until.ts'
import type { RunningTotals } from './figures.ts'
import { createTotalsStore } from './totals-store.ts'

const KEPT_DAYS = 4
/** Days that a consuming replica's clock and delay may lag. */
const CLOCK_DAYS = 2

/**
 * Caches each medicine's totals up to the end of a day. Late facts of that day change `version` in the projection's
 * transaction (`keptVersions`); recent days are not cached.
 */
export function createPast(db: Knex) {
  const store = createTotalsStore(db)
  const totals = createVersionedCache<ReadonlyMap<string, RunningTotals>>(KEPT_DAYS)
  return (version: string | null, today: string) => {
    const settled = countedUntil(addDays(today, -CLOCK_DAYS))
    return (day: string) => totals(day < settled ? version : null, day, () => store.totalsAt(day))
  }
}
