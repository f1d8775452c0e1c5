import { addIndexOnce, type Migration } from '@mms/service-kit'

/** For what a recalled batch was given out by. */
export const addMovementsByBatch: Migration = {
  name: '20261125083230_add_movements_by_batch',
  up: (db) =>
    addIndexOnce(db, 'movements', 'movements_by_batch', (table) => {
      table.index(['batch_id', 'version'], 'movements_by_batch')
    }),
}
