import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Whether a session began at the provider of single sign-on; null: it did not. */
export const addByProvider: Migration = {
  name: '20261123222000_add_by_provider_to_sessions',
  up: (db) =>
    addColumnOnce(db, 'sessions', 'by_provider', (table) => {
      table.boolean('by_provider').nullable()
    }),
}
