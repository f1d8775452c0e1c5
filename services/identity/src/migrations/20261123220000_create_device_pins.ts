import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/** PINs by the digest of the device's cookie; one counts while its version is that of the user's tokens. */
export const createDevicePins: Migration = {
  name: '20261123220000_create_device_pins',
  up: (db) =>
    createTableOnce(db, 'device_pins', (table) => {
      table.specificType('device', 'char(43)').notNullable()
      idColumn(table, 'user_id')
      table.string('pin_hash', 120).notNullable()
      table.bigInteger('token_version').notNullable()
      table.integer('tries').notNullable()
      instantColumn(table, 'used_at')
      table.primary(['device', 'user_id'], 'device_pins_primary')
      table.index(['user_id'], 'device_pins_user_index')
      table.index(['used_at'], 'device_pins_used_index')
      table
        .foreign(['user_id'], 'device_pins_user_foreign')
        .references(['id'])
        .inTable('users')
        .onDelete('CASCADE')
    }),
}
