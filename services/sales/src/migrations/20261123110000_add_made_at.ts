import { addColumnOnce, type Migration } from '@mms/service-kit'

/** When its request says it was made; the time of the sale, where that is believed, is `created_at`. */
export const addMadeAt: Migration = {
  name: '20261123110000_add_made_at',
  up: (db) =>
    addColumnOnce(db, 'transactions', 'made_at', (table) => {
      table.datetime('made_at', { precision: 3 }).nullable()
    }),
}
