import { addColumnOnce, type Migration } from '@mms/service-kit'

/** By which medicines of the same salts are found; empty where they are not known, null in rows of the previous release. */
export const addSaltsToMedicines: Migration = {
  name: '20261123140000_add_salts_to_medicines',
  up: (db) =>
    addColumnOnce(db, 'medicines', 'salts', (table) => {
      table.string('salts', 200).nullable()
    }),
}
