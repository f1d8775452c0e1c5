import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/**
 * Transactions of a medicine on a store day, by type, sample history apart: how many transactions, units in and out,
 * money, and units consumed. A reversal counts on its own day, but what it takes back of the consumption is taken from
 * the day of the transaction that it undoes.
 */
export const createTradeDays: Migration = {
  name: '20261121200500_create_trade_days',
  up: (db) =>
    createTableOnce(db, 'trade_days', (table) => {
      idColumn(table, 'medicine_id')
      table.string('day', 10).notNullable()
      table.string('type', 20).notNullable()
      table.integer('sample').notNullable()
      table.integer('completed').notNullable()
      table.bigInteger('units_in').notNullable()
      table.bigInteger('units_out').notNullable()
      table.bigInteger('paise').notNullable()
      table.bigInteger('consumed').notNullable()
      table.primary(['medicine_id', 'day', 'type', 'sample'], 'trade_days_primary')
    }),
}
