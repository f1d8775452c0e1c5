import { isBuilt, sumsOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { DayChange } from '../stock/stock-days.ts'
import type { DateRange } from './period.ts'

const inDays = (query: Knex.QueryBuilder, { startDate, endDate }: DateRange) =>
  query.where('day', '>=', startDate).where('day', '<=', endDate)

export function createReportStore(db: Knex) {
  return {
    async stockBefore(day: string): Promise<number> {
      const row = await db('stock_totals')
        .where('day', '<', day)
        .sum({ added: 'added', removed: 'removed' })
        .first()
      return (row?.added ?? 0) - (row?.removed ?? 0)
    },
    async firstDay(): Promise<string | null> {
      const row = await db('stock_totals').min({ day: 'day' }).first()
      return row?.day ?? null
    },
    async listTotals(days: DateRange): Promise<DayChange[]> {
      return inDays(db('stock_totals'), days).orderBy('day').select('day', 'added', 'removed')
    },
    /** Leaves out reversals and the transactions that they undid. */
    async paiseByType(days: DateRange): Promise<ReadonlyMap<string, number>> {
      const rows: { type: string; paise: number }[] = await inDays(db('trade_totals'), days)
        .groupBy('type')
        .select('type')
        .select(sumsOf(db, { paise: 'paise' }))
      return new Map(rows.map(({ type, paise }) => [type, Number(paise)]))
    },
    async listAlerts(days: DateRange): Promise<{ day: string; type: string; raised: number }[] | null> {
      if (!(await isBuilt(db, 'alerts'))) return null
      return inDays(db('alert_days'), days).select('day', 'type', 'raised')
    },
  }
}
