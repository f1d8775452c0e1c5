import { paiseToRupees } from '@mms/contracts'
import type { Knex } from 'knex'
import { problem } from '../problems/problem.ts'
import { byDialect } from './open.ts'

/** Maximum rows per insert. For SQLite, knex writes them as a compound SELECT, which may have 500 terms. */
const CHUNK = 200

/** Splits a list into parts, by default of the size that fits into one statement. */
export function* chunksOf<T>(list: readonly T[], size: number = CHUNK): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size)
}

/** Sums rows with equal `keys`, in memory. */
export function sumByKeys<R extends object>(
  rows: Iterable<R>,
  keys: readonly (keyof R & string)[],
  sums: readonly (keyof R & string)[],
): R[] {
  const byKey = new Map<string, R>()
  for (const row of rows) {
    const key = keys.map((name) => row[name]).join(' ')
    const sum = byKey.get(key)
    if (!sum) byKey.set(key, { ...row })
    else for (const name of sums) sum[name] = (Number(sum[name]) + Number(row[name])) as R[typeof name]
  }
  return [...byKey.values()]
}

/**
 * Inserts rows, or adds their `sums` to the rows with the same primary key (`keys`). Rows with equal keys are summed
 * first (`tally`) to save statements. A BIGINT holds 9 million of the largest transactions (`MAX_TOTAL_PAISE`).
 */
export async function addToSums<R extends object>(
  db: Knex,
  table: string,
  rows: Iterable<R>,
  keys: readonly (keyof R & string)[],
  sums: readonly (keyof R & string)[],
): Promise<void> {
  const increment = (column: string) =>
    db.raw(
      `${table}.${column} + ${byDialect(db, { sqlite: `excluded.${column}`, mysql: `values(${column})` })}`,
    )
  const increments = Object.fromEntries(sums.map((column) => [column, increment(column)]))
  for (const chunk of chunksOf(sumByKeys(rows, keys, sums))) {
    await db(table)
      .insert(chunk)
      .onConflict([...keys])
      .merge(increments)
  }
}

/** Selects sums of integer columns by name. Exact up to 2^53; null without rows. */
export const sumsOf = (db: Knex, columns: Readonly<Record<string, string>>): Knex.Raw[] =>
  Object.entries(columns).map(([name, column]) => db.raw('sum(??) as ??', [column, name]))

/**
 * Sums amounts of paise and returns rupees. Throws 422 if an amount or the sum is too large to be exact (₹90,07,199
 * crore). A database sum beyond that is rounded but stays beyond it, so this detects it.
 */
export function rupeesOfSum(amounts: Iterable<unknown>): number {
  let paise = 0
  for (const amount of amounts) {
    paise += Number(amount)
    if (!Number.isSafeInteger(Number(amount)) || !Number.isSafeInteger(paise)) throw tooLarge()
  }
  return paiseToRupees(paise)
}

const tooLarge = () =>
  problem.unprocessable(
    'request.sum_too_large',
    'The amounts add up to more than ₹90,07,199 crore, which cannot be shown exactly. Look for a price or a quantity that is far too high, or choose fewer days.',
  )
