import { addColumnOnce, type Migration } from '@mms/service-kit'

/**
 * The line of a movement of one batch, which most are, stands in the movement: this and the next column. Null where its lines
 * are in `movement_lines`, and where a release that knows no batches wrote it.
 */
export const addBatchToMovements: Migration = {
  name: '20261125083210_add_batch_to_movements',
  up: (db) =>
    addColumnOnce(db, 'movements', 'batch_id', (table) => {
      table.specificType('batch_id', 'char(36)').nullable()
    }),
}
