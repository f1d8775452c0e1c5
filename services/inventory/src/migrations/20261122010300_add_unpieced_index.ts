import { addIndexOnce, type Migration } from '@mms/service-kit'

export const addUnpiecedIndex: Migration = {
  name: '20261122010300_add_unpieced_index',
  up: (db) =>
    addIndexOnce(db, 'medicines', 'medicines_unpieced', (table) => {
      table.index(['unpieced', 'id'], 'medicines_unpieced')
    }),
}
