import { createTableOnce, type Migration } from '@mms/service-kit'

/** One row, once a setting has been changed: all of them as JSON. */
export const createStoreSettings: Migration = {
  name: '20261121200000_create_store_settings',
  up: (db) =>
    createTableOnce(db, 'store_settings', (table) => {
      table.integer('id').primary()
      table.integer('version').notNullable()
      table.text('settings').notNullable()
    }),
}
