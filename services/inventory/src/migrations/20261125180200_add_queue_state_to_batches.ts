import { addColumnOnce, type Migration } from '@mms/service-kit'

/** How the expiry queue sees a batch: its status, or that it is discounted. It follows from these and cannot drift from them. */
export const addQueueStateToBatches: Migration = {
  name: '20261125180200_add_queue_state_to_batches',
  up: (db) =>
    addColumnOnce(db, 'batches', 'queue_state', (table) => {
      table.specificType(
        'queue_state',
        "varchar(20) generated always as (case when status = 'available' and discounted_at is not null then 'discounted' else status end) virtual",
      )
    }),
}
