import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/**
 * Medicines by inventory's feed, deleted ones too. `factors` is JSON; null where neither season nor climate
 * matters, which most of them are. A state of a lower `version` changes nothing.
 */
export const createMedicines: Migration = {
  name: '20261121200200_create_medicines',
  up: (db) =>
    createTableOnce(db, 'medicines', (table) => {
      idColumn(table).primary()
      table.string('name', 200).notNullable()
      table.string('category', 60).notNullable()
      table.integer('min_stock').notNullable()
      table.bigInteger('price_paise').notNullable()
      table.string('expiry_date', 10).nullable()
      table.string('factors', 500).nullable()
      table.boolean('deleted').notNullable()
      table.integer('version').notNullable()
    }),
}
