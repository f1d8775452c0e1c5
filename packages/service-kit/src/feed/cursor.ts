import type { Knex } from 'knex'
import type { Migration } from '../database/migrate.ts'
import { createTableOnce } from '../database/schema.ts'

/** The last event in a read model; `''` is before the first event, null a model that was never built. */
export type Cursor = string | null

/**
 * The table of the cursors of a service that reads feeds, as a migration named by `timestamp`.
 *
 * @example migrate(db, [...feedReaderMigrations('20261120120200'), createKnownMedicines], { log })
 */
export function feedReaderMigrations(timestamp: string): Migration[] {
  const up = (db: Knex) =>
    createTableOnce(db, 'feed_cursors', (table) => {
      table.string('name', 60).primary()
      table.string('last_event_id', 80).nullable()
    })
  return [{ name: `${timestamp}_create_feed_cursors`, up }]
}

export async function readCursor(db: Knex, name: string): Promise<Cursor> {
  const row = await db('feed_cursors').where({ name }).first('last_event_id')
  if (row) return row.last_event_id
  await db('feed_cursors').insert({ name, last_event_id: null }).onConflict('name').ignore()
  return null
}

/** Moves the cursor, unless another replica has moved it: then false, and nothing may be written. */
export async function moveCursor(
  trx: Knex.Transaction,
  name: string,
  from: Cursor,
  to: Cursor,
): Promise<boolean> {
  const moved = await trx('feed_cursors').where({ name, last_event_id: from }).update({ last_event_id: to })
  return moved === 1
}
