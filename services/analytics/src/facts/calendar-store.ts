import { inTransaction } from '@mms/service-kit'
import type { Knex } from 'knex'

/** One writer at a time, of both feeds and all replicas: what one writes depends on what the other wrote. */
export async function lockFacts(trx: Knex.Transaction): Promise<void> {
  await trx('calendar').where({ id: 1 }).forUpdate().first('id')
}

/**
 * Counts by the days of `timeZone` from now on. After a change of the zone the read models are built anew. Run at start,
 * before the feeds are read.
 */
export async function countByDaysOf(db: Knex, timeZone: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx('calendar').insert({ id: 1, time_zone: timeZone }).onConflict('id').ignore()
    const { time_zone: counted } = await trx('calendar').where({ id: 1 }).forUpdate().first('time_zone')
    if (counted === timeZone) return
    await trx('feed_cursors').update({ last_event_id: null })
    await trx('calendar').where({ id: 1 }).update({ time_zone: timeZone })
  })
}
