import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'

/** Whether this database holds a feed. */
export function hasFeed(db: Knex): Promise<boolean> {
  return db.schema.hasTable('feed_head')
}

/**
 * Begins a new epoch, so that every reader rebuilds. For the one who restored this database from a
 * backup: readers may have seen events that it no longer holds. Safe while the service
 * runs, but before it serves is better: until then readers may read on in a history that is not theirs.
 */
export async function startNewEpoch(db: Knex): Promise<void> {
  await db('feed_head').where({ id: 1 }).update({ epoch: randomUUID() })
}
