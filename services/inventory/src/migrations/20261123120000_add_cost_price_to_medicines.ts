import { addColumnOnce, type Migration } from '@mms/service-kit'

/** What a unit was bought for last, in paise; null where that is not known. A release that does not know it leaves it as it is. */
export const addCostPriceToMedicines: Migration = {
  name: '20261123120000_add_cost_price_to_medicines',
  up: (db) =>
    addColumnOnce(db, 'medicines', 'cost_price_paise', (table) => {
      table.integer('cost_price_paise').nullable()
    }),
}
