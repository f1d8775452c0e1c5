import { addIndexOnce, type Migration } from '@mms/service-kit'

/** What was discarded, which is little among much. */
export const addTransactionsCancelled: Migration = {
  name: '20261123110300_add_transactions_cancelled',
  up: (db) =>
    addIndexOnce(db, 'transactions', 'transactions_cancelled', (table) => {
      table.index(['cancelled_at'], 'transactions_cancelled')
    }),
}
