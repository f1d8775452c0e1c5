import { addColumnOnce, type Migration } from '@mms/service-kit'

/** When it arrived, where it was made more than a minute before; else that is `created_at`. */
export const addRecordedAt: Migration = {
  name: '20261123110100_add_recorded_at',
  up: (db) =>
    addColumnOnce(db, 'transactions', 'recorded_at', (table) => {
      table.datetime('recorded_at', { precision: 3 }).nullable()
    }),
}
