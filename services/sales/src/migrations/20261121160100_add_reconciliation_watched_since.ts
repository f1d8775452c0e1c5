import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Since when runs are expected: their age is counted from here until the first has finished. */
export const addReconciliationWatchedSince: Migration = {
  name: '20261121160100_add_reconciliation_watched_since',
  up: (db) =>
    addColumnOnce(db, 'reconciliation', 'watched_since', (table) => {
      table.datetime('watched_since', { precision: 3 }).nullable()
    }),
}
