import { addColumnOnce, type Migration } from '@mms/service-kit'

/** The questions that were answered with yes before it was recorded, as JSON; null where none was asked. */
export const addConfirmed: Migration = {
  name: '20261123100000_add_confirmed',
  up: (db) =>
    addColumnOnce(db, 'transactions', 'confirmed', (table) => {
      table.text('confirmed').nullable()
    }),
}
