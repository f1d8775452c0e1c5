import { addColumnOnce, type Migration } from '@mms/service-kit'

/** The last day on which the supplier takes the batch back; null where it is that of its expiry. */
export const addReturnByToBatches: Migration = {
  name: '20261125180000_add_return_by_to_batches',
  up: (db) =>
    addColumnOnce(db, 'batches', 'return_by', (table) => {
      table.date('return_by').nullable()
    }),
}
