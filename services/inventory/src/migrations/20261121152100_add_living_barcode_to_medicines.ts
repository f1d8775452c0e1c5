import { addColumnOnce, type Migration } from '@mms/service-kit'

/** The barcode while the medicine is not deleted; generated, so that whatever release deletes it frees the code. */
export const addLivingBarcodeToMedicines: Migration = {
  name: '20261121152100_add_living_barcode_to_medicines',
  up: (db) =>
    addColumnOnce(db, 'medicines', 'living_barcode', (table) => {
      const living = 'case when sort_name is not null then barcode end'
      table.specificType('living_barcode', `varchar(14) generated always as (${living}) virtual`)
    }),
}
