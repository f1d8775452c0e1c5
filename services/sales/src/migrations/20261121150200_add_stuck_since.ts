import { addColumnOnce, type Migration } from '@mms/service-kit'

/**
 * Since when inventory says a final no that is not understood. Such a row stays pending, because nobody
 * knows whether it had an effect, and because replicas of release 0.1 know no other state.
 */
export const addStuckSince: Migration = {
  name: '20261121150200_add_stuck_since',
  up: (db) =>
    addColumnOnce(db, 'transactions', 'stuck_since', (table) => {
      table.datetime('stuck_since', { precision: 3 }).nullable()
    }),
}
