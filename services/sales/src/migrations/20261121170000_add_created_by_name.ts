import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Who recorded a transaction, by the name of that day; null in rows of release 0.1. */
export const addCreatedByName: Migration = {
  name: '20261121170000_add_created_by_name',
  up: (db) =>
    addColumnOnce(db, 'transactions', 'created_by_name', (table) => {
      table.string('created_by_name', 200).nullable()
    }),
}
