import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/** `secret` is sealed; `used_step` is the time step of the last code that was good, so that none is good twice. */
export const createAuthenticatorApps: Migration = {
  name: '20261123180000_create_authenticator_apps',
  up: (db) =>
    createTableOnce(db, 'authenticator_apps', (table) => {
      idColumn(table, 'user_id').primary()
      table.string('secret', 200).notNullable()
      table.bigInteger('used_step').notNullable()
      table.integer('wrong_codes').notNullable()
      instantColumn(table, 'created_at')
      table
        .foreign(['user_id'], 'authenticator_apps_user_foreign')
        .references(['id'])
        .inTable('users')
        .onDelete('CASCADE')
    }),
}
