import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/** Every command ever decided, with its outcome. One cancelled before it came has no fingerprint. */
export const createStockCommands: Migration = {
  name: '20261120140200_create_stock_commands',
  up: (db) =>
    createTableOnce(db, 'stock_commands', (table) => {
      idColumn(table).primary()
      table.string('fingerprint', 64).nullable()
      table.text('outcome').notNullable()
      instantColumn(table, 'created_at')
    }),
}
