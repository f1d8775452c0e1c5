import { inTransaction, lockAcrossNodes } from '@mms/service-kit'
import type { Knex } from 'knex'

/** Increase to rebuild. 2: no undone mistakes and no leftovers of deleted medicines. 3: medicines have a cost. */
const RULES = 3

/** Allows one writer of both projections in all replicas: each depends on the other's rows. */
export async function lockStock(trx: Knex.Transaction): Promise<void> {
  const row = () => trx('calendar').where({ id: 1 })
  await lockAcrossNodes(trx, row())
  await row().forUpdate().first('id')
}

/** Creates the locked row with rules and zone; other rules or zones cause a rebuild. */
export const prepareLock = (db: Knex, timeZone: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    const time_zone = `${timeZone} ${RULES}`
    await trx('calendar').insert({ id: 1, time_zone }).onConflict('id').ignore()
    if ((await trx('calendar').whereNot({ time_zone }).update({ time_zone })) === 0) return
    await trx('feed_cursors').whereIn('name', ['inventory', 'sales']).update({ last_event_id: null })
  })
