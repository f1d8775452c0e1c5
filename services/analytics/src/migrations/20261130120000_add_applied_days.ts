import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/** Days of movements whose ids were made on an earlier day. Their reversals count on this day, too. */
export const addAppliedDays: Migration = {
  name: '20261130120000_add_applied_days',
  up: (db) =>
    createTableOnce(db, 'applied_days', (table) => {
      idColumn(table, 'movement_id').primary()
      table.string('day', 10).notNullable()
    }),
}
