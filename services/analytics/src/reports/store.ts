import { isEmbedded } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { RunningTotals } from './figures.ts'
import type { Days } from './period.ts'

/** Units added and removed on a day, the whole store together. */
export interface TotalDay {
  day: string
  added: number
  removed: number
}

const inDays = (query: Knex.QueryBuilder, { startDate, endDate }: Days) =>
  query.where('day', '>=', startDate).where('day', '<=', endDate)

export function createReportStore(db: Knex) {
  /**
   * Each medicine's last stock day up to a day: one step in the index of `stock_days` for each. MySQL takes it for the
   * greatest day of a group only, and walks back from the newest row otherwise; SQLite the other way round.
   */
  const lastDays = (day: string) =>
    isEmbedded(db)
      ? db('stock_heads as h').select(
          'h.medicine_id',
          db.raw(
            '(select x.day from stock_days x where x.medicine_id = h.medicine_id and x.day <= ? order by x.day desc limit 1) as day',
            [day],
          ),
        )
      : db('stock_days')
          .where('day', '<=', day)
          .groupBy('medicine_id')
          .select('medicine_id', db.raw('max(day) as day'))

  return {
    /** What was added and removed of each medicine up to the end of a day; those without movement are left out. */
    async totalsAt(day: string): Promise<Map<string, RunningTotals>> {
      const rows = await db(lastDays(day).as('last'))
        .join('stock_days as s', { 's.medicine_id': 'last.medicine_id', 's.day': 'last.day' })
        .select('s.medicine_id', 's.added', 's.removed')
      return new Map(
        rows.map((row) => [row.medicine_id, { added: Number(row.added), removed: Number(row.removed) }]),
      )
    },
    /** Units in stock at the end of the day before `day`, the whole store together. */
    async stockBefore(day: string): Promise<number> {
      const [row] = await db('stock_totals')
        .where('day', '<', day)
        .sum({ added: 'added', removed: 'removed' })
      return Number(row?.added ?? 0) - Number(row?.removed ?? 0)
    },
    /** The day of the first record. */
    async firstDay(): Promise<string | null> {
      const row = await db('stock_totals').min({ day: 'day' }).first()
      return row?.day ?? null
    },
    /** Days on which something moved, in order. */
    async listTotals(days: Days): Promise<TotalDay[]> {
      const rows = await inDays(db('stock_totals'), days).orderBy('day').select('day', 'added', 'removed')
      return rows.map((row: TotalDay) => ({ ...row, added: Number(row.added), removed: Number(row.removed) }))
    },
    /** Paise that sales came to, less what was reversed. */
    async salesPaise(days: Days): Promise<number> {
      const [row] = await inDays(db('trade_totals').where({ type: 'sale' }), days).sum({ paise: 'paise' })
      return Number(row?.paise ?? 0)
    },
    /** Alerts by month and type; null while no service has told of any. */
    async listAlerts(days: Days): Promise<{ month: string; type: string; raised: number }[] | null> {
      const cursor = await db('feed_cursors').where({ name: 'alerts' }).first('last_event_id')
      if (cursor == null || cursor.last_event_id === null) return null
      const rows = await inDays(db('alert_days'), days).select('day', 'type', 'raised')
      return rows.map(({ day, type, raised }: { day: string; type: string; raised: number }) => ({
        ...{ month: day.slice(0, 7), type, raised: Number(raised) },
      }))
    },
  }
}
