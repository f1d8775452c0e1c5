import { isBuilt, sumsOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { DayChange } from '../stock/stock-days.ts'
import type { Days } from './period.ts'

const inDays = (query: Knex.QueryBuilder, { startDate, endDate }: Days) =>
  query.where('day', '>=', startDate).where('day', '<=', endDate)

export function createReportStore(db: Knex) {
  return {
    /** Units in stock at the end of the day before `day`, the whole store together. */
    async stockBefore(day: string): Promise<number> {
      const row = await db('stock_totals')
        .where('day', '<', day)
        .sum({ added: 'added', removed: 'removed' })
        .first()
      return (row?.added ?? 0) - (row?.removed ?? 0)
    },
    /** The day of the first record. */
    async firstDay(): Promise<string | null> {
      const row = await db('stock_totals').min({ day: 'day' }).first()
      return row?.day ?? null
    },
    /** Days on which something moved, in order, the whole store together. */
    async listTotals(days: Days): Promise<DayChange[]> {
      return inDays(db('stock_totals'), days).orderBy('day').select('day', 'added', 'removed')
    },
    /** Paise of transactions by their type, without mistakes that were undone. */
    async paiseByType(days: Days): Promise<ReadonlyMap<string, number>> {
      const rows: { type: string; paise: number }[] = await inDays(db('trade_totals'), days)
        .groupBy('type')
        .select('type')
        .select(sumsOf(db, { paise: 'paise' }))
      return new Map(rows.map(({ type, paise }) => [type, Number(paise)]))
    },
    /** Alerts by day and type; null while no service of alerts is followed. */
    async listAlerts(days: Days): Promise<{ day: string; type: string; raised: number }[] | null> {
      if (!(await isBuilt(db, 'alerts'))) return null
      return inDays(db('alert_days'), days).select('day', 'type', 'raised')
    },
  }
}
