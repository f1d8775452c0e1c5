import { createTableOnce, type Migration } from '@mms/service-kit'

/** Transactions of a store day by type, all medicines together: the sum of `trade_days`. */
export const createTradeTotals: Migration = {
  name: '20261121200800_create_trade_totals',
  up: (db) =>
    createTableOnce(db, 'trade_totals', (table) => {
      table.string('day', 10).notNullable()
      table.string('type', 20).notNullable()
      table.integer('completed').notNullable()
      table.bigInteger('units_in').notNullable()
      table.bigInteger('units_out').notNullable()
      table.bigInteger('paise').notNullable()
      table.primary(['day', 'type'], 'trade_totals_primary')
    }),
}
