import { salesEvents } from '@mms/contracts'
import { defineProjection, type Projection, tally } from '@mms/service-kit'
import { lockStock } from '../stock/lock-store.ts'
import type { FollowOptions } from '../stock/projection.ts'
import { publishedTransactionSchema, type TradeDay, tradeDaysOf, tradeKeys, tradeSums } from './days.ts'
import { createTradeWriter } from './writer.ts'

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
      const rows = tally(facts.rows, tradeKeys, tradeSums)
      return { rows, most: rows.length + GATHERED }
    },
    apply({ rows }, trx, { isRebuild }) {
      const writer = createTradeWriter(trx, timeZone)
      return isRebuild ? writer.rebuild(tally(rows, tradeKeys, tradeSums)) : writer.follow(rows)
    },
  })
}
