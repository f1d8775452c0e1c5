import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/** The read model of inventory's medicines: the whole `state`, and beside it what is shown with a transaction. */
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
