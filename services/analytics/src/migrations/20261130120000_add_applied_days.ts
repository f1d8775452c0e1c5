import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/** Movements that inventory applied on another day than that of their id, for their reversals. */
export const addAppliedDays: Migration = {
  name: '20261130120000_add_applied_days',
  up: (db) =>
    createTableOnce(db, 'applied_days', (table) => {
      idColumn(table, 'movement_id').primary()
      table.string('day', 10).notNullable()
    }),
}
