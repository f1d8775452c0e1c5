import { createTableOnce, type Migration } from '@mms/service-kit'

/** One row: the revision moves whenever a count, a category or the summary may have changed. */
export const createCatalogue: Migration = {
  name: '20261120140300_create_catalogue',
  up: (db) =>
    createTableOnce(db, 'catalogue', (table) => {
      table.integer('id').primary()
      table.bigInteger('revision').notNullable()
    }),
}
