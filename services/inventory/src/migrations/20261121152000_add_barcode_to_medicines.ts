import { addColumnOnce, type Migration } from '@mms/service-kit'

/** The code on the pack, 8, 13 or 14 digits. A release that does not know it leaves it as it is. */
export const addBarcodeToMedicines: Migration = {
  name: '20261121152000_add_barcode_to_medicines',
  up: (db) =>
    addColumnOnce(db, 'medicines', 'barcode', (table) => {
      table.string('barcode', 14).nullable()
    }),
}
