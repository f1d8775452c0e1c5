import type { Migration } from '@mms/service-kit'

export const insertCatalogue: Migration = {
  name: '20261120140400_insert_catalogue',
  up: async (db) => {
    await db('catalogue').insert({ id: 1, revision: 0 }).onConflict('id').ignore()
  },
}
