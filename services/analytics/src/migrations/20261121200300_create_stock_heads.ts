import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/**
 * Where each medicine's stock stands: the ledger up to `ledger_version`, its opening, the day on which it was deleted,
 * and the figures of its newest row in `stock_days`.
 */
export const createStockHeads: Migration = {
  name: '20261121200300_create_stock_heads',
  up: (db) =>
    createTableOnce(db, 'stock_heads', (table) => {
      idColumn(table, 'medicine_id').primary()
      table.integer('ledger_version').notNullable()
      table.string('opening_day', 10).nullable()
      table.bigInteger('opening_units').notNullable()
      table.string('deleted_day', 10).nullable()
      table.string('last_day', 10).nullable()
      table.bigInteger('stock').notNullable()
      table.bigInteger('added').notNullable()
      table.bigInteger('removed').notNullable()
    }),
}
