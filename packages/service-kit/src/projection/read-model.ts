import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Migration } from '../database/migrate.ts'
import { createTableOnce, idColumn } from '../database/schema.ts'
import { chunksOf } from '../database/sums.ts'

export interface Versioned {
  _id: string
  version: number
}

/** Table with a row for each item of another service: `id`, `version` and the complete `state`. */
export interface ReadModelDefinition<S extends Versioned> {
  table: string
  /** Fields that this service uses. Allow new fields and categories: an item that does not fit stops the reader. */
  schema: z.ZodType<S>
  /** Additional columns, for example for sorting or lookups. */
  columns?: (state: S) => Record<string, string | number | null>
}

export function newestOf<S extends Versioned>(states: readonly S[]): S[] {
  const newest = new Map<string, S>()
  for (const state of states) {
    if (state.version > (newest.get(state._id)?.version ?? 0)) newest.set(state._id, state)
  }
  return [...newest.values()]
}

/** Migration for a read model without additional columns. */
export function readModelMigration(timestamp: string, table: string): Migration {
  const up = (db: Knex) =>
    createTableOnce(db, table, (columns) => {
      idColumn(columns).primary()
      columns.integer('version').notNullable()
      columns.text('state', 'mediumtext').notNullable()
    })
  return { name: `${timestamp}_create_${table}`, up }
}

/** `db` is a connection or a transaction. */
export function createReadModel<S extends Versioned>(db: Knex, { table, columns }: ReadModelDefinition<S>) {
  const toRow = (state: S) => ({
    id: state._id,
    ...columns?.(state),
    version: state.version,
    state: JSON.stringify(state),
  })

  async function applyChunk(states: S[]): Promise<void> {
    const ids = states.map(({ _id }) => _id)
    const present: { id: string; version: number }[] = await db(table)
      .whereIn('id', ids)
      .select('id', 'version')
    const versions = new Map(present.map(({ id, version }) => [id, version]))
    const news = states.filter(({ _id, version }) => version > (versions.get(_id) ?? 0))
    if (news.length > 0) await db(table).insert(news.map(toRow)).onConflict('id').merge()
  }

  return {
    /** Sorted by id, without unknown ids. Deleted items are included, in their last state. */
    async find(ids: readonly string[]): Promise<S[]> {
      const found: S[] = []
      for (const chunk of chunksOf([...new Set(ids)].sort())) {
        const states: string[] = await db(table).whereIn('id', chunk).orderBy('id').pluck('state')
        found.push(...states.map((state) => JSON.parse(state)))
      }
      return found
    },
    /** Stores the newest state of each item. Ignores older states. */
    async apply(states: readonly S[]): Promise<void> {
      for (const chunk of chunksOf(newestOf(states))) await applyChunk(chunk)
    },
  }
}
