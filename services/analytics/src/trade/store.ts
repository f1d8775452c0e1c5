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
    /** Adds days, and what they come to in the totals of the store and in the months of the medicines. */
    async add(rows: TradeDay[]): Promise<void> {
      await addUp(db, 'trade_days', rows, tradeKeys, tradeSums)
      await addUp(db, 'trade_totals', tradeTotalsOf(rows), totalKeys, totalSums)
      await addUp(db, 'demand_months', demandMonthsOf(rows), demandKeys, demandSums)
    },
  }
}
