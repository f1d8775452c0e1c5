import { createTableOnce, type Migration } from '@mms/service-kit'

/** One row: what the last reconciliation found, and since when runs are expected. */
export const createReconciliation: Migration = {
  name: '20261120150500_create_reconciliation',
  up: (db) =>
    createTableOnce(db, 'reconciliation', (table) => {
      table.integer('id').primary()
      table.datetime('finished_at', { precision: 3 }).nullable()
      table.datetime('watched_since', { precision: 3 }).nullable()
      table.integer('mismatches').notNullable()
      table.text('report', 'mediumtext').nullable()
    }),
}
