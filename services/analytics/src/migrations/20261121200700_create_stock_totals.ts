import { createTableOnce, type Migration } from '@mms/service-kit'

/** Units added and removed on a store day, all medicines together: the sum of the changes of `stock_days`. */
export const createStockTotals: Migration = {
  name: '20261121200700_create_stock_totals',
  up: (db) =>
    createTableOnce(db, 'stock_totals', (table) => {
      table.string('day', 10).primary()
      table.bigInteger('added').notNullable()
      table.bigInteger('removed').notNullable()
    }),
}
