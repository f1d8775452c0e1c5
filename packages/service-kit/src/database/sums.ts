import { paiseToRupees } from '@mms/contracts'
import type { Knex } from 'knex'
import { problem } from '../problems/problem.ts'
import { byDialect } from './open.ts'

/** Maximum rows per insert: knex writes a compound SELECT for SQLite, which takes 500 at most. */
const CHUNK = 200

/** Splits a list into slices that fit into one statement by default. */
export function* chunksOf<T>(list: readonly T[], size: number = CHUNK): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size)
}

/** Adds up rows that share the same `keys`, in memory. */
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
    else for (const name of sums) sum[name] = (Number(sum[name]) + Number(row[name])) as R[typeof name]
  }
  return [...byKey.values()]
}

/**
 * Inserts rows, or adds their `sums` to the rows with the same primary key (`keys`). Equal keys are added up first
 * (`tally`), because databases would take them one by one. A BIGINT holds 9 million of the largest transactions
 * (`MAX_TOTAL_PAISE`).
 */
export async function addUp<R extends object>(
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
  for (const chunk of chunksOf(tally(rows, keys, sums))) {
    await db(table)
      .insert(chunk)
      .onConflict([...keys])
      .merge(increments)
  }
}

/** Selects named sums of integers, exact up to 2^53; null without rows. */
export const sumsOf = (db: Knex, columns: Readonly<Record<string, string>>): Knex.Raw[] =>
  Object.entries(columns).map(([name, column]) => db.raw('sum(??) as ??', [column, name]))

/**
 * Adds amounts of paise and returns rupees; 422 if an amount or the sum is not exact (₹90,07,199 crore). Database sums
 * are safe: beyond that limit they are rounded, never below it.
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
