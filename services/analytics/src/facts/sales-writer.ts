import { storeDate } from '@mms/contracts'
import type { Knex } from 'knex'
import { lockFacts } from './calendar-store.ts'
import { createDueStore } from './due-store.ts'
import { createHeadStore } from './head-store.ts'
import type { KnownTransaction } from './known.ts'
import { createStockStore } from './stock-store.ts'
import { type TradeDay, tradeDaysOf } from './trade.ts'
import { createTradeStore } from './trade-store.ts'

const sampled = (rows: TradeDay[]) =>
  new Set(rows.filter(({ sample }) => sample === 1).map(({ medicine_id }) => medicine_id))

/**
 * Writes what sales tells: money and consumption, and sample history, which is the past of the stock that inventory's
 * ledger begins with; in the transaction of the reader's cursor.
 */
export function createSalesWriter(trx: Knex.Transaction, timeZone: string) {
  const headStore = createHeadStore(trx)
  const stock = createStockStore(trx)
  const trade = createTradeStore(trx)

  async function retell(ids: Iterable<string>): Promise<void> {
    const heads = [...(await headStore.find(ids)).values()]
    await stock.rewrite(heads)
    await headStore.save(heads)
  }

  return {
    /** Adds what a batch of the feed tells. */
    async follow(transactions: KnownTransaction[]): Promise<void> {
      await lockFacts(trx)
      const rows = tradeDaysOf(transactions, timeZone)
      await trade.add(rows)
      await retell(sampled(rows))
      const due = createDueStore(trx)
      // Any day of what is told anew may be another.
      await due.mark(sampled(rows))
      await due.markLate(rows, storeDate(timeZone))
    },
    /** Replaces all that was told. */
    async rebuild(rows: TradeDay[]): Promise<void> {
      await lockFacts(trx)
      await trade.deleteAll()
      await trade.add(rows)
      await stock.deleteAll()
      await retell([...(await headStore.listIds()), ...sampled(rows)])
      await createDueStore(trx).markAll()
    },
  }
}
