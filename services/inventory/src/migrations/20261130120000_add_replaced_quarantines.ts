import { addColumnOnce, type Migration } from '@mms/service-kit'

/** JSON of the quarantine that a recall replaced. It holds the batch again when the recall ends. */
export const addReplacedQuarantines: Migration = {
  name: '20261130120000_add_replaced_quarantines',
  up: (db) => addColumnOnce(db, 'batches', 'quarantine', (table) => table.text('quarantine').nullable()),
}
