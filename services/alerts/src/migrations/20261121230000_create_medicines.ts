import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/** The read model of inventory's medicines: the whole `state`, and beside it what similar ones are found by. */
export const createMedicines: Migration = {
  name: '20261121230000_create_medicines',
  up: (db) =>
    createTableOnce(db, 'medicines', (table) => {
      idColumn(table).primary()
      table.string('name', 200).notNullable()
      table.string('category', 60).notNullable()
      table.boolean('deleted').notNullable()
      table.integer('version').notNullable()
      table.text('state', 'mediumtext').notNullable()
      table.index(['category', 'deleted'], 'medicines_by_category')
    }),
}
