import { isEmbedded } from '@mms/service-kit'
import type { Knex } from 'knex'

/** Most rows of one statement. */
const CHUNK = 200

/** Slices of a list that fit into one statement. */
export function* chunksOf<T>(list: T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += CHUNK) yield list.slice(from, from + CHUNK)
}

/** Inserts rows, or adds their `sums` to the rows that have their `keys`. */
export async function addUp<R extends object>(
  db: Knex,
  table: string,
  rows: R[],
  keys: (keyof R & string)[],
  sums: (keyof R & string)[],
): Promise<void> {
  const incremented = (column: string) =>
    db.raw(`${table}.${column} + ${isEmbedded(db) ? `excluded.${column}` : `values(${column})`}`)
  const increments = Object.fromEntries(sums.map((column) => [column, incremented(column)]))
  for (const chunk of chunksOf(rows)) await db(table).insert(chunk).onConflict(keys).merge(increments)
}
