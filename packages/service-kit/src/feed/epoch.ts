import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'

export function hasFeed(db: Knex): Promise<boolean> {
  return db.schema.hasTable('feed_head')
}

/**
 * Starts a new epoch so that every reader rebuilds. Call it after a restore, before the service serves: readers may
 * have seen events that are gone.
 */
export async function startNewEpoch(db: Knex): Promise<void> {
  await db('feed_head').where({ id: 1 }).update({ epoch: randomUUID() })
}
