import { addIndexOnce, type Migration } from '@mms/service-kit'

export const addUniqueLivingBarcode: Migration = {
  name: '20261121152200_add_unique_living_barcode',
  up: (db) =>
    addIndexOnce(db, 'medicines', 'medicines_living_barcode', (table) => {
      table.unique(['living_barcode'], { indexName: 'medicines_living_barcode' })
    }),
}
