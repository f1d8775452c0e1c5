import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/** `email` is stored in lower case, so that comparing bytes is enough. */
export const createUsers: Migration = {
  name: '20261120090000_create_users',
  up: (db) =>
    createTableOnce(db, 'users', (table) => {
      idColumn(table).primary()
      table.string('email', 254).notNullable()
      table.string('name', 120).notNullable()
      table.string('role', 20).notNullable()
      table.boolean('disabled').notNullable()
      table.string('password_hash', 200).notNullable()
      instantColumn(table, 'created_at')
      table.unique(['email'], { indexName: 'users_email_unique' })
    }),
}
