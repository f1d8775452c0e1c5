import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/** A sign-in on one device: the family of its refresh tokens. Revoking it is deleting it. */
export const createSessions: Migration = {
  name: '20261120090100_create_sessions',
  up: (db) =>
    createTableOnce(db, 'sessions', (table) => {
      idColumn(table).primary()
      idColumn(table, 'user_id')
      instantColumn(table, 'created_at')
      instantColumn(table, 'ends_at')
      instantColumn(table, 'expires_at')
      table.index(['user_id'], 'sessions_user_index')
      table.index(['expires_at'], 'sessions_expires_index')
      table
        .foreign(['user_id'], 'sessions_user_foreign')
        .references(['id'])
        .inTable('users')
        .onDelete('CASCADE')
    }),
}
