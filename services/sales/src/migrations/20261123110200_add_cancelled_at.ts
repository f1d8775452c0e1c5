import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Since when it is certain that it has no effect, of what was discarded or cancelled. */
export const addCancelledAt: Migration = {
  name: '20261123110200_add_cancelled_at',
  up: (db) =>
    addColumnOnce(db, 'transactions', 'cancelled_at', (table) => {
      table.datetime('cancelled_at', { precision: 3 }).nullable()
    }),
}
