import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Null in rows of earlier releases, whose medicines were not converted then. */
export const addPackSizes: Migration = {
  name: '20261128190000_add_pack_sizes',
  up: (db) =>
    addColumnOnce(db, 'transactions', 'pack_size', (table) => {
      table.integer('pack_size').nullable()
    }),
}
