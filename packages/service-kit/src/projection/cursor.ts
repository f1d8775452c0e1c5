import type { Knex } from 'knex'
import type { Migration } from '../database/migrate.ts'
import { createTableOnce } from '../database/schema.ts'
import { toInstant } from '../database/values.ts'

/** Id of the last applied event. `''`: before the first event. Null: never built. */
export type Cursor = string | null

const TABLE = 'feed_cursors'

/** Migrations of cursors. `version` counts changes, `time_zone` defines days, `whole_at`: when it was last complete. */
export function projectionMigrations(timestamp: string): Migration[] {
  const up = (db: Knex) =>
    createTableOnce(db, TABLE, (table) => {
      table.string('name', 60).primary()
      table.string('last_event_id', 80).nullable()
      table.string('time_zone', 60).nullable()
      table.bigInteger('version').notNullable().defaultTo(0)
      table.datetime('whole_at', { precision: 3 }).nullable()
    })
  return [{ name: `${timestamp}_create_feed_cursors`, up }]
}

export interface Position {
  cursor: Cursor
  timeZone: string | null
  wholeAt: Date | null
}

export async function readPosition(db: Knex, name: string): Promise<Position | undefined> {
  const row = await db(TABLE).where({ name }).first('last_event_id', 'time_zone', 'whole_at')
  if (!row) return undefined
  const wholeAt = row.whole_at === null ? null : new Date(toInstant(row.whole_at))
  return { cursor: row.last_event_id, timeZone: row.time_zone, wholeAt }
}

export async function claimPosition(db: Knex, name: string, timeZone: string | null): Promise<void> {
  await db(TABLE).insert({ name, last_event_id: null, time_zone: timeZone }).onConflict('name').ignore()
  if (timeZone === null) return
  await db(TABLE)
    .where({ name })
    .whereNot({ time_zone: timeZone })
    .update({ last_event_id: null, time_zone: timeZone })
}

/** Moves cursor and version. False if another replica moved them or uses another time zone; then do not write. */
export async function moveCursor(
  trx: Knex.Transaction,
  { name, timeZone }: { name: string; timeZone: string | null },
  from: Cursor,
  to: Cursor,
): Promise<boolean> {
  const moved = await trx(TABLE)
    .where({ name, last_event_id: from, time_zone: timeZone })
    .update({ last_event_id: to, version: trx.raw('version + 1') })
  return moved === 1
}

export async function saveWholeAt(db: Knex, name: string, instant: Date): Promise<void> {
  await db(TABLE).where({ name }).update({ whole_at: instant })
}

/** Changes with every change of a projection, in the same transaction. Read it before rows that it caches. */
export async function projectionsVersion(db: Knex): Promise<string> {
  const rows = await db(TABLE).orderBy('name').select('name', 'version')
  return JSON.stringify(rows.map(({ name, version }) => [name, Number(version)]))
}

export const isBuilt = async (db: Knex, name: string): Promise<boolean> =>
  typeof (await readPosition(db, name))?.cursor === 'string'
