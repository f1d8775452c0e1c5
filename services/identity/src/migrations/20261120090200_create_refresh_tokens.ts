import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/** Every token of a family that has not expired, used ones too: a second use is how a theft shows. */
export const createRefreshTokens: Migration = {
  name: '20261120090200_create_refresh_tokens',
  up: (db) =>
    createTableOnce(db, 'refresh_tokens', (table) => {
      table.specificType('hash', 'char(43)').notNullable().primary()
      idColumn(table, 'session_id')
      instantColumn(table, 'expires_at')
      table.datetime('used_at', { precision: 3 }).nullable()
      table.specificType('successor_salt', 'char(43)').nullable()
      table.index(['session_id'], 'refresh_tokens_session_index')
      table.index(['expires_at'], 'refresh_tokens_expires_index')
      table
        .foreign(['session_id'], 'refresh_tokens_session_foreign')
        .references(['id'])
        .inTable('sessions')
        .onDelete('CASCADE')
    }),
}
