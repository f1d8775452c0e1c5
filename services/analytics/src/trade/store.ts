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
