import { createTableOnce, instantColumn, type Migration } from '@mms/service-kit'

/** One row: season and climate as last received of analytics, and when. */
export const createConditions: Migration = {
  name: '20261121230600_create_conditions',
  up: (db) =>
    createTableOnce(db, 'conditions', (table) => {
      table.integer('id').primary()
      table.string('season', 10).notNullable()
      table.string('climate', 10).notNullable()
      instantColumn(table, 'heard_at')
    }),
}
