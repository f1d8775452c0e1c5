import type { Knex } from 'knex'

/**
 * Returns a CASE with a value for each id, so that one statement updates several rows differently. Other rows get null,
 * so name the ids in the condition too. `column` disambiguates the id in joins.
 */
export function byId(db: Knex, values: [id: string | number, value: Knex.Value][], column = 'id'): Knex.Raw {
  return db.raw(`case ?? ${values.map(() => 'when ? then ?').join(' ')} end`, [column, ...values.flat()])
}
