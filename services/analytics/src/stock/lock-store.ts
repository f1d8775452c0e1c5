import { inTransaction, lockAcrossNodes } from '@mms/service-kit'
import type { Knex } from 'knex'

/**
 * How rows are made. 2: a mistake that was undone counts nowhere, nor does what a deleted medicine had left. 3: medicines
 * have a cost.
 */
const RULES = 3

/** One writer at a time, of both projections and all replicas: what one writes depends on what the other wrote. */
export async function lockStock(trx: Knex.Transaction): Promise<void> {
  const row = () => trx('calendar').where({ id: 1 })
  await lockAcrossNodes(trx, row())
  await row().forUpdate().first('id')
}

/** Makes the row that is locked. It says by which rules and zone days are counted: under others they are rebuilt. */
export const prepareLock = (db: Knex, timeZone: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    const time_zone = `${timeZone} ${RULES}`
    await trx('calendar').insert({ id: 1, time_zone }).onConflict('id').ignore()
    if ((await trx('calendar').whereNot({ time_zone }).update({ time_zone })) === 0) return
    await trx('feed_cursors').whereIn('name', ['inventory', 'sales']).update({ last_event_id: null })
  })
