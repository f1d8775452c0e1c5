import type { Knex } from 'knex'

/**
 * A value for each id, so that one statement updates several rows differently. Rows of other ids get null:
 * name the ids in the statement's condition too. `column` names the ids where the statement has more than one table.
 *
 * @example
 * await db('shelves').whereIn('id', ids).update({ stock: byId(db, [['a', 3], ['b', 7]]) })
 */
export function byId(db: Knex, values: [id: string | number, value: Knex.Value][], column = 'id'): Knex.Raw {
  return db.raw(`case ?? ${values.map(() => 'when ? then ?').join(' ')} end`, [column, ...values.flat()])
}
