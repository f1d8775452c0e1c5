import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'

export function hasFeed(db: Knex): Promise<boolean> {
  return db.schema.hasTable('feed_head')
}

/** Makes every reader rebuild. Call it after a restore, before serving: readers may have seen events that are gone. */
export async function startNewEpoch(db: Knex): Promise<void> {
  await db('feed_head').where({ id: 1 }).update({ epoch: randomUUID() })
}
