import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/** Every command ever decided, with its outcome. A cancelled one that never came has no request. */
export const createStockCommands: Migration = {
  name: '20261120140200_create_stock_commands',
  up: (db) =>
    createTableOnce(db, 'stock_commands', (table) => {
      idColumn(table).primary()
      table.string('request', 500).nullable()
      table.text('outcome').notNullable()
      instantColumn(table, 'created_at')
    }),
}
