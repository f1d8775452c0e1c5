import type { Knex } from 'knex'

/** Converts a `datetime` (MySQL `Date`, SQLite ms since 1970) to ISO 8601 UTC. Throws a `TypeError` otherwise. */
export function toInstant(value: unknown): string {
  if (value instanceof Date || typeof value === 'number' || typeof value === 'string') {
    const date = new Date(value)
    if (!Number.isNaN(date.getTime())) return date.toISOString()
  }
  throw new TypeError(`Not an instant: ${JSON.stringify(value)}`)
}

/**
 * Returns a CASE with a value for each id, to update rows differently in one statement. Other rows get null, so add the
 * ids to the condition. `column`: the id column, qualified in joins.
 */
export function caseById(db: Knex, values: [id: string | number, value: Knex.Value][], column = 'id') {
  return db.raw(`case ?? ${values.map(() => 'when ? then ?').join(' ')} end`, [column, ...values.flat()])
}
