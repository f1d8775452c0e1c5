import { inTransaction, lockAcrossNodes } from '@mms/service-kit'
import type { Knex } from 'knex'

/** Increase it to rebuild. 2: leaves out undone mistakes and leftovers of deleted medicines. 3: medicines have a cost. */
const RULES = 3

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
