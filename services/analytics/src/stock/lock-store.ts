import type { Knex } from 'knex'

/** One writer at a time, of both projections and all replicas: what one writes depends on what the other wrote. */
export async function lockStock(trx: Knex.Transaction): Promise<void> {
  await trx('calendar').where({ id: 1 }).forUpdate().first('id')
}

/**
 * Makes the row that is locked. Its zone is for a replica of the previous release, which counts everything from scratch where
 * it finds another one than its own.
 */
export async function prepareLock(db: Knex, timeZone: string): Promise<void> {
  await db('calendar').insert({ id: 1, time_zone: timeZone }).onConflict('id').merge()
}
