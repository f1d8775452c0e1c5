import { chunksOf, inTransaction, lockAcrossNodes } from '@mms/service-kit'
import type { Knex } from 'knex'

export const emptyHead = (medicine_id: string) => ({
  medicine_id,
  ledger_version: 0,
  opening_day: null as string | null,
  opening_units: 0,
  deleted_day: null as string | null,
  /** Factor from units counted before a conversion to current units; null without a conversion. */
  units_times: null as number | null,
  last_day: null as string | null,
  stock: 0,
  added: 0,
  removed: 0,
})
export type StockHead = ReturnType<typeof emptyHead>

export function createHeadStore(db: Knex) {
  return {
    async find(ids: Iterable<string>): Promise<Map<string, StockHead>> {
      const heads = new Map([...ids].map((id) => [id, emptyHead(id)]))
      for (const chunk of chunksOf([...heads.keys()])) {
        const rows: StockHead[] = await db('stock_heads').whereIn('medicine_id', chunk).select('*')
        for (const row of rows) heads.set(row.medicine_id, row)
      }
      return heads
    },
    async listIds(): Promise<string[]> {
      return db('stock_heads').pluck('medicine_id')
    },
    async save(heads: StockHead[]): Promise<void> {
      for (const chunk of chunksOf(heads)) {
        await db('stock_heads').insert(chunk).onConflict('medicine_id').merge()
      }
    },
  }
}

/**
 * Increase it to rebuild. 2: leaves out undone mistakes and leftovers of deleted medicines. 3: medicines have a cost.
 * 4: reversals of offline entries count on the day on which the entry arrived.
 */
const RULES = 4

/** Lets one replica at a time write both projections, because each depends on what the other wrote. */
export async function lockStock(trx: Knex.Transaction): Promise<void> {
  const row = () => trx('calendar').where({ id: 1 })
  await lockAcrossNodes(trx, row())
  await row().forUpdate().first('id')
}

/** Creates the row that is locked. If rules or time zone have changed, the projections are rebuilt. */
export const prepareStockLock = (db: Knex, timeZone: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    const time_zone = `${timeZone} ${RULES}`
    await trx('calendar').insert({ id: 1, time_zone }).onConflict('id').ignore()
    if ((await trx('calendar').whereNot({ time_zone }).update({ time_zone })) === 0) return
    await trx('feed_cursors').whereIn('name', ['inventory', 'sales']).update({ last_event_id: null })
  })
