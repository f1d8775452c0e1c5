import { addColumnOnce, type Migration } from '@mms/service-kit'

/** When a session was renewed last; null: not since its sign-in. */
export const addUsedAt: Migration = {
  name: '20261123190500_add_used_at_to_sessions',
  up: (db) =>
    addColumnOnce(db, 'sessions', 'used_at', (table) => {
      table.datetime('used_at', { precision: 3 }).nullable()
    }),
}
