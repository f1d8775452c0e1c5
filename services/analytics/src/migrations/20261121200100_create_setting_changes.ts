import { createTableOnce, instantColumn, type Migration } from '@mms/service-kit'

/** Who changed which setting and when, from what to what (JSON); only ever added to. */
export const createSettingChanges: Migration = {
  name: '20261121200100_create_setting_changes',
  up: (db) =>
    createTableOnce(db, 'setting_changes', (table) => {
      table.bigIncrements('id')
      instantColumn(table, 'changed_at')
      table.string('user_id', 64).notNullable()
      table.string('user_name', 200).notNullable()
      table.string('setting', 40).notNullable()
      table.text('before').notNullable()
      table.text('after').notNullable()
    }),
}
