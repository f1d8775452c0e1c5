import { addColumnOnce, type Migration } from '@mms/service-kit'

/** As of medicines: in paise, and valid only while their share is the unit's price. */
export const addPackPricesOfBatches: Migration = {
  name: '20261128210000_add_pack_prices_of_batches',
  up: (db) =>
    addColumnOnce(db, 'batches', 'pack_price_paise', (table) => {
      for (const price of ['price', 'mrp', 'cost']) table.bigInteger(`pack_${price}_paise`).nullable()
    }),
}
