import { addIndexOnce, type Migration } from '@mms/service-kit'

export const addMedicinesBySalts: Migration = {
  name: '20261123140100_add_medicines_by_salts',
  up: (db) =>
    addIndexOnce(db, 'medicines', 'medicines_by_salts', (table) => {
      table.index(['salts', 'deleted'], 'medicines_by_salts')
    }),
}
