import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/** Codes that are not used yet: the first two characters find one, the others are hashed like a password. */
export const createRecoveryCodes: Migration = {
  name: '20261123180200_create_recovery_codes',
  up: (db) =>
    createTableOnce(db, 'recovery_codes', (table) => {
      idColumn(table, 'user_id')
      table.specificType('selector', 'char(2)').notNullable()
      table.string('hash', 200).notNullable()
      table.primary(['user_id', 'selector'], 'recovery_codes_primary')
      table
        .foreign(['user_id'], 'recovery_codes_user_foreign')
        .references(['id'])
        .inTable('users')
        .onDelete('CASCADE')
    }),
}
