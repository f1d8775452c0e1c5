import { isBuilt } from '@mms/service-kit'
import type { Knex } from 'knex'
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
  return {
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
      if (!(await isBuilt(db, 'alerts'))) return null
      const rows = await inDays(db('alert_days'), days).select('day', 'type', 'raised')
      return rows.map(({ day, type, raised }: { day: string; type: string; raised: number }) => ({
        ...{ month: day.slice(0, 7), type, raised: Number(raised) },
      }))
    },
  }
}
