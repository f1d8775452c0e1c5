import { addColumnOnce, type Migration } from '@mms/service-kit'

/** The batches in stock, as JSON; null where one date is that of all the stock. */
export const addBatchesToMedicines: Migration = {
  name: '20261125091000_add_batches_to_medicines',
  up: (db) =>
    addColumnOnce(db, 'medicines', 'batches', (table) => {
      table.text('batches').nullable()
    }),
}
