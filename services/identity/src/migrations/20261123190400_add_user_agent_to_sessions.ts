import { addColumnOnce, type Migration } from '@mms/service-kit'

/** What the browser called itself at its sign-in. */
export const addUserAgent: Migration = {
  name: '20261123190400_add_user_agent_to_sessions',
  up: (db) =>
    addColumnOnce(db, 'sessions', 'user_agent', (table) => {
      table.string('user_agent', 255).nullable()
    }),
}
