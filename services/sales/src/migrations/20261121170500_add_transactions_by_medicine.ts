import { addIndexOnce, type Migration } from '@mms/service-kit'

/** The history of one medicine, newest first. */
export const addTransactionsByMedicine: Migration = {
  name: '20261121170500_add_transactions_by_medicine',
  up: (db) =>
    addIndexOnce(db, 'transactions', 'transactions_by_medicine', (table) => {
      table.index(['medicine_id', 'created_at', 'id'], 'transactions_by_medicine')
    }),
}
