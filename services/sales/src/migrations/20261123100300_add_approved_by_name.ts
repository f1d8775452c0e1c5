import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Their name of that day. */
export const addApprovedByName: Migration = {
  name: '20261123100300_add_approved_by_name',
  up: (db) =>
    addColumnOnce(db, 'transactions', 'approved_by_name', (table) => {
      table.string('approved_by_name', 200).nullable()
    }),
}
