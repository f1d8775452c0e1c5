import { addDays } from '@mms/contracts'
import { createVersionedCache } from '@mms/service-kit'
import type { Knex } from 'knex'
import { countedUntil } from '../due/counted-until.ts'
import { createDemandStore } from '../trade/demand-store.ts'
import type { RunningTotals } from './figures.ts'
import { createTotalsStore } from './totals-store.ts'

/** Days of which totals are kept: where the periods begin that a store looks at in a day. */
const KEPT_DAYS = 4
/** The replica that consumes a feed may have a clock that is behind, and takes a while. */
const CLOCK_DAYS = 2

/**
 * Figures of past days, read once while no event changes them. One of a day that forecasts have counted leaves a mark in the
 * transaction of the projection, which changes `version` (`keptVersions`); younger days are read each time.
 */
export function createPast(db: Knex) {
  const store = createTotalsStore(db)
  const demand = createDemandStore(db)
  const totals = createVersionedCache<ReadonlyMap<string, RunningTotals>>(KEPT_DAYS)
  const consumed = createVersionedCache<ReadonlySet<string>>(1)
  return (version: string | null, today: string) => {
    const settled = countedUntil(addDays(today, -CLOCK_DAYS))
    return {
      /** What was added and removed of each medicine up to the end of a day. */
      totalsAt: (day: string) => totals(day < settled ? version : null, day, () => store.totalsAt(day)),
      /** Units consumed of each medicine by month, of this one at least, and those with any since the month `first`. */
      async demandSince(first: string) {
        const month = settled.slice(0, 7)
        const [before, recent] = await Promise.all([
          consumed(version, `${first} ${month}`, () => demand.listConsumed(first, month)),
          demand.listSince(month),
        ])
        const wanted = recent.filter((each) => each.consumed > 0).map(({ medicineId }) => medicineId)
        return { demand: recent, soldIds: new Set([...before, ...wanted]) }
      },
    }
  }
}
