import { addDays } from '@mms/contracts'
import { byDialect, chunksOf, createVersionedCache } from '@mms/service-kit'
import type { Knex } from 'knex'
import { firstUncountedDay } from '../due/store.ts'
import type { RunningTotals } from './figures.ts'

/** Number of newest rows read first. They include most medicines: 10,000 that move daily fill two and a half days. */
const NEAR_ROWS = 25_000

export function createTotalsStore(db: Knex, nearRows = NEAR_ROWS) {
  /**
   * Newest day per medicine by one look-up in the primary key. MySQL does that for MAX with GROUP BY. SQLite does it
   * only for LIMIT 1; its GROUP BY takes 2.7 times as long.
   */
  const newestDays = (day: string, ids: string[]) =>
    byDialect<Knex.QueryBuilder>(db, {
      sqlite: db('stock_heads as h')
        .whereIn('h.medicine_id', ids)
        .select(
          'h.medicine_id',
          db.raw(
            '(select x.day from stock_days x where x.medicine_id = h.medicine_id and x.day <= ? order by x.day desc limit 1) as day',
            [day],
          ),
        ),
      mysql: db('stock_days')
        .where('day', '<=', day)
        .whereIn('medicine_id', ids)
        .groupBy('medicine_id')
        .select('medicine_id', db.raw('max(day) as day')),
    })

  /** Adds medicines that last moved long before `day`. Slow, but these are few. */
  async function addFar(totals: Map<string, RunningTotals>, day: string): Promise<void> {
    const ids: string[] = await db('stock_heads').pluck('medicine_id')
    for (const chunk of chunksOf(ids.filter((id) => !totals.has(id)))) {
      const rows = await db(newestDays(day, chunk).as('newest'))
        .join('stock_days as s', { 's.medicine_id': 'newest.medicine_id', 's.day': 'newest.day' })
        .select('s.medicine_id', 's.added', 's.removed')
      for (const { medicine_id, added, removed } of rows) totals.set(medicine_id, { added, removed })
    }
  }

  return {
    /**
     * Omits medicines without movements. Reads recent days first, which are adjacent in the index. Reading by medicine
     * would read another page of the disk for each.
     */
    async totalsAt(day: string): Promise<ReadonlyMap<string, RunningTotals>> {
      const rows = await db('stock_days')
        .where('day', '<=', day)
        .orderBy('day', 'desc')
        .limit(nearRows)
        .select('medicine_id', 'added', 'removed')
      const totals = new Map<string, RunningTotals>()
      for (const { medicine_id, added, removed } of rows)
        if (!totals.has(medicine_id)) totals.set(medicine_id, { added, removed })
      if (rows.length === nearRows) await addFar(totals, day)
      return totals
    },
  }
}

const KEPT_DAYS = 4
/** Days by which clock and delay of a consuming replica may lag. */
const CLOCK_DAYS = 2

/**
 * Caches each medicine's totals up to the end of a day. Late facts about that day change `version` in the transaction
 * of the projection (`keptVersions`). Recent days are not cached.
 */
export function createPastTotals(db: Knex) {
  const store = createTotalsStore(db)
  const totals = createVersionedCache<ReadonlyMap<string, RunningTotals>>(KEPT_DAYS)
  return (version: string | null, today: string) => {
    const cachedBefore = firstUncountedDay(addDays(today, -CLOCK_DAYS))
    return (day: string) => totals(day < cachedBefore ? version : null, day, () => store.totalsAt(day))
  }
}
