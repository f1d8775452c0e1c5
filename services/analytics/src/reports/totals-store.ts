import { byDialect, chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { RunningTotals } from './figures.ts'

/** So many of the newest stock days include most medicines: of 10,000 that move daily they are two days and a half. */
const NEAR_ROWS = 25_000

export function createTotalsStore(db: Knex, nearRows = NEAR_ROWS) {
  /**
   * These medicines' newest stock days up to a day: one step in the primary key for each. MySQL does that for the greatest
   * day of a group only; SQLite for a limit of one only, and takes 2.7 times as long for a group.
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

  /** Adds those that last moved long before. They are slow, and have few rows. */
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
     * What was added and removed of each medicine up to the end of a day; those without movement are left out. The days
     * just before stand together in an index: by medicine, every one would be on another page of the disk.
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
