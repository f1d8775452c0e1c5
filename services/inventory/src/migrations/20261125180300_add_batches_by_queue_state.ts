import { addIndexOnce, type Migration } from '@mms/service-kit'

/** What is held or discounted is little among all that is in stock: without this index all is read to find none. */
export const addBatchesByQueueState: Migration = {
  name: '20261125180300_add_batches_by_queue_state',
  up: (db) =>
    addIndexOnce(db, 'batches', 'batches_by_queue_state', (table) => {
      table.index(['queue_state', 'stock_date', 'id'], 'batches_by_queue_state')
    }),
}
