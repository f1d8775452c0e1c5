import { addColumnOnce, type Migration } from '@mms/service-kit'

/** The `search_text` that the medicine's pieces were made of. A release that does not know it leaves it as it is. */
export const addPiecedTextToMedicines: Migration = {
  name: '20261122010100_add_pieced_text_to_medicines',
  up: (db) =>
    addColumnOnce(db, 'medicines', 'pieced_text', (table) => {
      table.binary('pieced_text', 1300).nullable()
    }),
}
