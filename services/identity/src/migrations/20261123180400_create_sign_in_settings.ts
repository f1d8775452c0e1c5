import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/** Each save is a row, so that it stays on record who changed what; the newest counts. */
export const createSignInSettings: Migration = {
  name: '20261123180400_create_sign_in_settings',
  up: (db) =>
    createTableOnce(db, 'sign_in_settings', (table) => {
      table.integer('version').notNullable().primary()
      table.boolean('admins_need_second_step').notNullable()
      idColumn(table, 'user_id')
      instantColumn(table, 'changed_at')
    }),
}
