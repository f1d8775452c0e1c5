import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/** Adjustments that returned stock to its supplier. A row beside the movement: that of every sale stays as it is. */
export const createSupplierReturns: Migration = {
  name: '20261125180400_create_supplier_returns',
  up: (db) =>
    createTableOnce(db, 'supplier_returns', (table) => {
      idColumn(table, 'movement_id').primary()
    }),
}
