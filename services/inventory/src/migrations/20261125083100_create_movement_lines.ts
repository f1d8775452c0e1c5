import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/** What each movement did to which batch: only ever added to. The lines of a movement add up to its effect. */
export const createMovementLines: Migration = {
  name: '20261125083100_create_movement_lines',
  up: (db) =>
    createTableOnce(db, 'movement_lines', (table) => {
      idColumn(table, 'movement_id')
      idColumn(table, 'batch_id')
      table.integer('effect').notNullable()
      table.integer('balance_after').notNullable()
      table.primary(['movement_id', 'batch_id'], 'movement_lines_primary')
      table.check('balance_after >= 0', undefined, 'movement_lines_balance_not_negative')
      table.index(['batch_id'], 'movement_lines_by_batch')
    }),
}
