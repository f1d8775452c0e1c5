import { addColumnOnce, type Migration } from '@mms/service-kit'

/** When the first attempt of a damped delivery is due; it stays when `next_attempt_at` moves on. */
export const addDueAtToDeliveries: Migration = {
  name: '20261123181100_add_due_at_to_deliveries',
  up: (db) =>
    addColumnOnce(db, 'deliveries', 'due_at', (table) => {
      table.datetime('due_at', { precision: 3 }).nullable()
    }),
}
