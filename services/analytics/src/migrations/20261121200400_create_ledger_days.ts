import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/** Units that inventory's ledger moved of a medicine on a store day, by type. */
export const createLedgerDays: Migration = {
  name: '20261121200400_create_ledger_days',
  up: (db) =>
    createTableOnce(db, 'ledger_days', (table) => {
      idColumn(table, 'medicine_id')
      table.string('day', 10).notNullable()
      table.string('type', 20).notNullable()
      table.bigInteger('units_in').notNullable()
      table.bigInteger('units_out').notNullable()
      table.primary(['medicine_id', 'day', 'type'], 'ledger_days_primary')
    }),
}
