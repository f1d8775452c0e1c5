import { addColumnOnce, type Migration } from '@mms/service-kit'

/** When the password was typed last in this session; null: at its sign-in. */
export const addProvenAt: Migration = {
  name: '20261123181100_add_proven_at_to_sessions',
  up: (db) =>
    addColumnOnce(db, 'sessions', 'proven_at', (table) => {
      table.datetime('proven_at', { precision: 3 }).nullable()
    }),
}
