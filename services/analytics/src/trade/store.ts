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

/** Month `yyyy-mm`; negative if more was returned than sold. */
export interface MonthDemand {
  medicineId: string
  month: string
  consumed: number
}

export function createDemandStore(db: Knex) {
  return {
    async listSince(first: string): Promise<MonthDemand[]> {
      return db('demand_months')
        .where('month', '>=', first)
        .select({ medicineId: 'medicine_id', month: 'month', consumed: 'consumed' })
    },
    async listConsumed(first: string): Promise<ReadonlySet<string>> {
      const query = db('demand_months').where('month', '>=', first).where('consumed', '>', 0)
      return new Set<string>(await query.distinct().pluck('medicine_id'))
    },
  }
}
