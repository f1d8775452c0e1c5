import { addColumnOnce, type Migration } from '@mms/service-kit'

/** What the movement left of its one batch. */
export const addBatchBalanceToMovements: Migration = {
  name: '20261125083220_add_batch_balance_to_movements',
  up: (db) =>
    addColumnOnce(db, 'movements', 'batch_balance_after', (table) => {
      table.integer('batch_balance_after').nullable()
    }),
}
