import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Rises whenever all access tokens of a user end: the moment of it in ms since 1970. */
export const addTokenVersion: Migration = {
  name: '20261121151000_add_token_version_to_users',
  up: (db) =>
    addColumnOnce(db, 'users', 'token_version', (table) => {
      table.bigInteger('token_version').notNullable().defaultTo(0)
    }),
}
