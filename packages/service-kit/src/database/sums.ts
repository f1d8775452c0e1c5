import type { Knex } from 'knex'
import { isEmbedded } from './open.ts'

/** Most rows of one statement: knex writes an insert as a compound SELECT for SQLite, which takes 500 at most. */
const CHUNK = 200

/** Slices of a list, of rows that fit into one statement unless another `size` is given. */
export function* chunksOf<T>(list: readonly T[], size: number = CHUNK): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size)
}

/** A sum that a number holds, or its digits, which an integer column takes as well. */
function added(first: unknown, second: unknown): number | string {
  const sum = Number(first) + Number(second)
  return Math.abs(sum) <= Number.MAX_SAFE_INTEGER
    ? sum
    : String(BigInt(first as string) + BigInt(second as string))
}

/** Adds rows that have the same `keys` together, in memory. */
export function tally<R extends object>(
  rows: Iterable<R>,
  keys: readonly (keyof R & string)[],
  sums: readonly (keyof R & string)[],
): R[] {
  const byKey = new Map<string, R>()
  for (const row of rows) {
    const key = keys.map((name) => row[name]).join(' ')
    const sum = byKey.get(key)
    if (!sum) byKey.set(key, { ...row })
    else for (const name of sums) sum[name] = added(sum[name], row[name]) as R[typeof name]
  }
  return [...byKey.values()]
}

/**
 * Inserts rows, or adds their `sums` to the rows of the table that have their `keys`, which are its primary key. Rows of the
 * same keys are added together first (`tally`): MySQL would take them one by one, SQLite too, both twice the work.
 *
 * @example await addUp(trx, 'alert_days', [{ day, type, raised: 1 }], ['day', 'type'], ['raised'])
 */
export async function addUp<R extends object>(
  db: Knex,
  table: string,
  rows: Iterable<R>,
  keys: readonly (keyof R & string)[],
  sums: readonly (keyof R & string)[],
): Promise<void> {
  const incremented = (column: string) =>
    db.raw(`${table}.${column} + ${isEmbedded(db) ? `excluded.${column}` : `values(${column})`}`)
  const increments = Object.fromEntries(sums.map((column) => [column, incremented(column)]))
  for (const chunk of chunksOf(tally(rows, keys, sums))) {
    await db(table)
      .insert(chunk)
      .onConflict([...keys])
      .merge(increments)
  }
}
