import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/**
 * A medicine's stock at the end of each store day on which it moved, and all that was added and removed up to then, so
 * that a period is the difference of two rows, however long it is. The index alone answers that.
 */
export const createStockDays: Migration = {
  name: '20261121200600_create_stock_days',
  up: (db) =>
    createTableOnce(db, 'stock_days', (table) => {
      idColumn(table, 'medicine_id')
      table.string('day', 10).notNullable()
      table.bigInteger('stock').notNullable()
      table.bigInteger('added').notNullable()
      table.bigInteger('removed').notNullable()
      table.primary(['medicine_id', 'day'], 'stock_days_primary')
    }),
}
