import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Who discounted the batch, from the expiry queue, and when: it is no work of the queue until it has expired. */
export const addDiscountToBatches: Migration = {
  name: '20261125180100_add_discount_to_batches',
  up: async (db) => {
    await addColumnOnce(db, 'batches', 'discounted_by', (table) => {
      table.string('discounted_by', 64).nullable()
    })
    await addColumnOnce(db, 'batches', 'discounted_by_name', (table) => {
      table.string('discounted_by_name', 200).nullable()
    })
    await addColumnOnce(db, 'batches', 'discounted_at', (table) => {
      table.datetime('discounted_at', { precision: 3 }).nullable()
    })
  },
}
