import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Salts and strengths as they were typed; null where none are given. A release that does not know it leaves it as it is. */
export const addCompositionToMedicines: Migration = {
  name: '20261123121000_add_composition_to_medicines',
  up: (db) =>
    addColumnOnce(db, 'medicines', 'composition', (table) => {
      table.string('composition', 200).nullable()
    }),
}
