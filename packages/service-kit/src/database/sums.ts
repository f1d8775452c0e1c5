import type { Knex } from 'knex'
import { byDialect } from './open.ts'

/** Most rows of one statement: knex writes an insert as a compound SELECT for SQLite, which takes 500 at most. */
const CHUNK = 200

/** Slices of a list, of rows that fit into one statement unless another `size` is given. */
export function* chunksOf<T>(list: readonly T[], size: number = CHUNK): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size)
}

/**
 * Where a stored sum stops: beyond all that is shown, and two of it fit into a BIGINT. A sum that gets there stays, because it
 * is exact no longer and must not come back among those that are.
 */
const CEILING = 4_000_000_000_000_000_000n

const isStuck = (sum: bigint) => sum >= CEILING || sum <= -CEILING

function addedExactly(first: bigint, second: bigint): bigint {
  if (isStuck(first)) return first
  if (isStuck(second)) return second
  const sum = first + second
  if (sum >= CEILING) return CEILING
  return sum <= -CEILING ? -CEILING : sum
}

/** A sum that a number holds, or its digits, which an integer column takes as well. */
function added(first: unknown, second: unknown): number | string {
  const [a, b] = [Number(first), Number(second)]
  if ([a, b, a + b].every(Number.isSafeInteger)) return a + b
  const sum = addedExactly(BigInt(first as string), BigInt(second as string))
  return Number.isSafeInteger(Number(sum)) ? Number(sum) : String(sum)
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

/** `stored` and `more`, two columns, added within the ceiling: beyond BIGINT, MySQL fails and SQLite rounds. */
function incremented(db: Knex, stored: string, more: string): Knex.Raw {
  const [most, least] = byDialect(db, { sqlite: ['min', 'max'], mysql: ['least', 'greatest'] })
  return db.raw(
    `case when abs(${stored}) >= ${CEILING} then ${stored} when abs(${more}) >= ${CEILING} then ${more} ` +
      `else ${least}(${most}(${stored} + ${more}, ${CEILING}), -${CEILING}) end`,
  )
}

/**
 * Inserts rows, or adds their `sums` to the rows of the table that have their `keys`, which are its primary key. Rows of the
 * same keys are added together first (`tally`): MySQL would take them one by one, SQLite too, both twice the work.
 * A sum beyond ±4 × 10^18 stops there for good: read it by `sumsOf`.
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
  const inserted = (column: string) =>
    byDialect(db, { sqlite: `excluded.${column}`, mysql: `values(${column})` })
  const increments = Object.fromEntries(
    sums.map((column) => [column, incremented(db, `${table}.${column}`, inserted(column))]),
  )
  for (const chunk of chunksOf(tally(rows, keys, sums))) {
    await db(table)
      .insert(chunk)
      .onConflict([...keys])
      .merge(increments)
  }
}

/** Splits a whole number into two parts of which no sum overflows. */
const PART = 1_000_000_000

/**
 * Sums of whole numbers, each under its name, to select: exact as far as a JavaScript number is, and beyond that a number
 * beyond it too, where SQLite's own `sum` fails once it leaves BIGINT. Null of no row.
 *
 * @example await db('trade_totals').groupBy('type').select('type', ...sumsOf(db, { paise: 'paise' }))
 */
export const sumsOf = (db: Knex, columns: Readonly<Record<string, string>>): Knex.Raw[] =>
  Object.entries(columns).map(([name, column]) => {
    const whole = byDialect(db, {
      sqlite: `sum(${column} / ${PART}) * ${PART} + sum(${column} % ${PART})`,
      mysql: `sum(${column})`,
    })
    return db.raw(`case when max(abs(${column})) >= ${CEILING} then ${CEILING} else ${whole} end as ??`, [
      name,
    ])
  })
