import { addUp } from '@mms/service-kit'
import type { Knex } from 'knex'
import {
  demandKeys,
  demandMonthsOf,
  demandSums,
  type TradeDay,
  totalKeys,
  totalSums,
  tradeKeys,
  tradeSums,
  tradeTotalsOf,
} from './days.ts'

export function createTradeStore(db: Knex) {
  return {
    async add(rows: TradeDay[]): Promise<void> {
      await addUp(db, 'trade_days', rows, tradeKeys, tradeSums)
      await addUp(db, 'trade_totals', tradeTotalsOf(rows), totalKeys, totalSums)
      await addUp(db, 'demand_months', demandMonthsOf(rows), demandKeys, demandSums)
    },
  }
}

/** Joins `heads`, for `UNITS_NOW`. */
export const withHeads = (db: Knex, table: 'trade_days' | 'demand_months'): Knex.QueryBuilder =>
  db(`${table} as t`).leftJoin('stock_heads as heads', 'heads.medicine_id', 't.medicine_id')

/** Units consumed, counted in the medicine's present unit. */
export const UNITS_NOW = 'consumed_loose + (consumed - consumed_loose) * coalesce(heads.units_times, 1)'

/** Month `yyyy-mm`; negative if more was returned than sold. */
export interface MonthDemand {
  medicineId: string
  month: string
  consumed: number
}

export function createDemandStore(db: Knex) {
  return {
    async listSince(first: string): Promise<MonthDemand[]> {
      return withHeads(db, 'demand_months')
        .where('month', '>=', first)
        .select({ medicineId: 't.medicine_id', month: 'month', consumed: db.raw(UNITS_NOW) })
    },
    async listConsumed(first: string): Promise<ReadonlySet<string>> {
      const query = withHeads(db, 'demand_months').where('month', '>=', first).whereRaw(`${UNITS_NOW} > 0`)
      return new Set<string>(await query.distinct().pluck('t.medicine_id'))
    },
  }
}
