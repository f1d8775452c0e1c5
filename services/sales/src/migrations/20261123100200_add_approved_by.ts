import { addColumnOnce, type Migration } from '@mms/service-kit'

/** The administrator who lifted the limit of staff for it; null where none had to. */
export const addApprovedBy: Migration = {
  name: '20261123100200_add_approved_by',
  up: (db) =>
    addColumnOnce(db, 'transactions', 'approved_by', (table) => {
      table.string('approved_by', 64).nullable()
    }),
}
