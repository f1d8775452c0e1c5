import { storeDate } from '@mms/contracts'
import type { Knex } from 'knex'
import { createDueStore } from '../due/store.ts'
import { createHeadStore } from '../stock/head-store.ts'
import { createStockStore } from '../stock/stock-store.ts'
import type { TradeDay } from './days.ts'
import { createTradeStore } from './store.ts'

const sampled = (rows: TradeDay[]) =>
  new Set(rows.filter(({ sample }) => sample === 1).map(({ medicine_id }) => medicine_id))

/**
 * Writes money and consumption of sales, and sample history, which explains the opening stock. Call it in the
 * transaction of the cursor, under the lock.
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
      // Any of their days may have changed.
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
