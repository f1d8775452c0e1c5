import { addColumnOnce, type Migration } from '@mms/service-kit'

export const addStuckReason: Migration = {
  name: '20261121150300_add_stuck_reason',
  up: (db) =>
    addColumnOnce(db, 'transactions', 'stuck_reason', (table) => {
      table.string('stuck_reason', 500).nullable()
    }),
}
