import { addDays } from '@mms/contracts'
import { createVersionedCache } from '@mms/service-kit'
import type { Knex } from 'knex'
import { countedUntil } from '../due/counted-until.ts'
import type { RunningTotals } from './figures.ts'
import { createTotalsStore } from './totals-store.ts'

/** Days of which totals are kept: where the periods begin that a store looks at in a day. */
const KEPT_DAYS = 4
/** The replica that consumes a feed may have a clock that is behind, and takes a while. */
const CLOCK_DAYS = 2

/**
 * What was added and removed of each medicine up to the end of a day, read once while no event changes it. One of a day that
 * forecasts have counted leaves a mark in the transaction of the projection, which changes `version` (`keptVersions`); younger
 * days are read each time.
 */
export function createPast(db: Knex) {
  const store = createTotalsStore(db)
  const totals = createVersionedCache<ReadonlyMap<string, RunningTotals>>(KEPT_DAYS)
  return (version: string | null, today: string) => {
    const settled = countedUntil(addDays(today, -CLOCK_DAYS))
    return (day: string) => totals(day < settled ? version : null, day, () => store.totalsAt(day))
  }
}
