import { addColumnOnce, type Migration } from '@mms/service-kit'

/** What a unit costs to buy, in paise; null where it is not known. */
export const addCostToMedicines: Migration = {
  name: '20261123150000_add_cost_to_medicines',
  up: (db) =>
    addColumnOnce(db, 'medicines', 'cost_paise', (table) => {
      table.bigInteger('cost_paise').nullable()
    }),
}
