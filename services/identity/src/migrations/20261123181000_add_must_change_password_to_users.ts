import { addColumnOnce, type Migration } from '@mms/service-kit'

/** The password was set by another user, or printed: its first use is to choose another one. */
export const addMustChangePassword: Migration = {
  name: '20261123181000_add_must_change_password_to_users',
  up: (db) =>
    addColumnOnce(db, 'users', 'must_change_password', (table) => {
      table.boolean('must_change_password').notNullable().defaultTo(false)
    }),
}
