import { addToSums } from '@mms/service-kit'
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
      await addToSums(db, 'trade_days', rows, tradeKeys, tradeSums)
      await addToSums(db, 'trade_totals', tradeTotalsOf(rows), totalKeys, totalSums)
      await addToSums(db, 'demand_months', demandMonthsOf(rows), demandKeys, demandSums)
    },
  }
}

/** Joins the table `heads`, which `CURRENT_UNITS_SQL` needs. */
export const joinStockHeads = (db: Knex, table: 'trade_days' | 'demand_months'): Knex.QueryBuilder =>
  db(`${table} as t`).leftJoin('stock_heads as heads', 'heads.medicine_id', 't.medicine_id')

/** Consumption in current units. */
export const CURRENT_UNITS_SQL =
  'consumed_loose + (consumed - consumed_loose) * coalesce(heads.units_times, 1)'

/** `month` is `yyyy-mm`. Negative if more was returned than sold. */
export interface MonthDemand {
  medicineId: string
  month: string
  consumed: number
}

export function createDemandStore(db: Knex) {
  return {
    async listSince(first: string): Promise<MonthDemand[]> {
      return joinStockHeads(db, 'demand_months')
        .where('month', '>=', first)
        .select({ medicineId: 't.medicine_id', month: 'month', consumed: db.raw(CURRENT_UNITS_SQL) })
    },
    async listConsumed(first: string): Promise<ReadonlySet<string>> {
      const query = joinStockHeads(db, 'demand_months')
        .where('month', '>=', first)
        .whereRaw(`${CURRENT_UNITS_SQL} > 0`)
      return new Set<string>(await query.distinct().pluck('t.medicine_id'))
    },
  }
}
