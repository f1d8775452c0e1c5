import type { Knex } from 'knex'
import { addUp } from './sum-store.ts'
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
} from './trade.ts'

export function createTradeStore(db: Knex) {
  return {
    /** Adds days, and what they come to in the totals of the store and in the months of the medicines. */
    async add(rows: TradeDay[]): Promise<void> {
      await addUp(db, 'trade_days', rows, tradeKeys, tradeSums)
      await addUp(db, 'trade_totals', tradeTotalsOf(rows), totalKeys, totalSums)
      await addUp(db, 'demand_months', demandMonthsOf(rows), demandKeys, demandSums)
    },
    async deleteAll(): Promise<void> {
      for (const table of ['trade_days', 'trade_totals', 'demand_months']) await db(table).delete()
    },
    /** Medicines with sample history. */
    async listSampled(): Promise<string[]> {
      return db('trade_days').where({ sample: 1 }).distinct().pluck('medicine_id')
    },
  }
}
