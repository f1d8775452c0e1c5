import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Maximum retail price on the pack, in paise; null where none is set. A release that does not know it leaves it as it is. */
export const addMrpToMedicines: Migration = {
  name: '20261123101000_add_mrp_to_medicines',
  up: (db) =>
    addColumnOnce(db, 'medicines', 'mrp_paise', (table) => {
      table.integer('mrp_paise').nullable()
    }),
}
