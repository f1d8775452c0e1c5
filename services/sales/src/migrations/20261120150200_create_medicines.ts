import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/**
 * What sales knows of inventory's medicines, from its feed: the whole `state` as inventory told it, and
 * beside it what is shown with a transaction. `version` tells old news from new.
 */
export const createMedicines: Migration = {
  name: '20261120150200_create_medicines',
  up: (db) =>
    createTableOnce(db, 'medicines', (table) => {
      idColumn(table).primary()
      table.string('name', 200).notNullable()
      table.string('category', 20).notNullable()
      table.integer('version').notNullable()
      table.text('state').notNullable()
    }),
}
