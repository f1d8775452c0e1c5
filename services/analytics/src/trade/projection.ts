import { salesEvents, storeDate } from '@mms/contracts'
import { defineProjection, type Projection, sumByKeys } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createDueStore } from '../due/store.ts'
import { createHeadStore, lockStock } from '../stock/head-store.ts'
import type { FollowOptions } from '../stock/projection.ts'
import { createStockStore } from '../stock/stock-store.ts'
import { publishedTransactionSchema, type TradeDay, tradeDaysOf, tradeKeys, tradeSums } from './days.ts'
import { createTradeStore } from './store.ts'

const sampled = (rows: TradeDay[]) =>
  new Set(rows.filter(({ sample }) => sample === 1).map(({ medicine_id }) => medicine_id))

/**
 * Writes money and consumption of sales, and sample history, which leads to the opening stock. Call it in the
 * transaction of the cursor, with the lock held.
 */
export function createTradeWriter(trx: Knex.Transaction, timeZone: string) {
  const headStore = createHeadStore(trx)
  const stock = createStockStore(trx)
  const trade = createTradeStore(trx)

  async function rewrite(ids: Iterable<string>): Promise<void> {
    const heads = [...(await headStore.find(ids)).values()]
    await stock.rewrite(heads)
    await headStore.save(heads)
  }

  return {
    async follow(rows: TradeDay[]): Promise<void> {
      await trade.add(rows)
      await rewrite(sampled(rows))
      const due = createDueStore(trx)
      // Any day of these medicines may have changed.
      await due.mark(sampled(rows))
      await due.markLate(rows, storeDate(timeZone))
    },
    async rebuild(rows: TradeDay[]): Promise<void> {
      await trade.add(rows)
      await stock.deleteAll()
      await rewrite([...(await headStore.listIds()), ...sampled(rows)])
      await createDueStore(trx).markAll()
    },
  }
}

interface Facts {
  rows: TradeDay[]
  most: number
}

const GATHERED = 100_000

export function projectTrade(options: FollowOptions): Projection {
  const { timeZone } = options
  return defineProjection({
    ...options,
    name: 'sales',
    tables: ['trade_days', 'trade_totals', 'demand_months'],
    sources: {
      transactions: {
        kind: 'fact',
        types: [salesEvents.transactionCompleted],
        schema: publishedTransactionSchema,
        snapshot: { path: '/internal/transactions', rows: 'transactions' },
      },
    },
    lock: lockStock,
    fold({ transactions }, facts: Facts = { rows: [], most: GATHERED }) {
      for (const row of tradeDaysOf(transactions, timeZone)) facts.rows.push(row)
      if (facts.rows.length < facts.most) return facts
      const rows = sumByKeys(facts.rows, tradeKeys, tradeSums)
      return { rows, most: rows.length + GATHERED }
    },
    apply({ rows }, trx, { isRebuild }) {
      const writer = createTradeWriter(trx, timeZone)
      return isRebuild ? writer.rebuild(sumByKeys(rows, tradeKeys, tradeSums)) : writer.follow(rows)
    },
  })
}
