import { addColumnOnce, type Migration } from '@mms/service-kit'

const add = (name: string, column: string): Migration => ({
  name,
  up: (db) => addColumnOnce(db, 'transactions', column, (table) => void table.text(column).nullable()),
})

/** What the previous release does not know, and leaves null; as JSON. */
export const addBatches: Migration[] = [
  // The batch that a transaction named, or those that a return goes back to.
  add('20261125090000_add_batch', 'batch'),
  // What inventory's movement did to which batches.
  add('20261125090100_add_batch_lines', 'batch_lines'),
]
