import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/** `credential_hash` is unique where a credential id, of up to 1,023 bytes, is too long for an index. */
export const createPasskeys: Migration = {
  name: '20261123180100_create_passkeys',
  up: (db) =>
    createTableOnce(db, 'passkeys', (table) => {
      idColumn(table).primary()
      idColumn(table, 'user_id')
      table.specificType('credential_hash', 'char(43)').notNullable()
      table.text('credential').notNullable()
      table.text('public_key').notNullable()
      table.bigInteger('counter').notNullable()
      table.string('transports', 200).notNullable()
      table.string('name', 60).notNullable()
      instantColumn(table, 'created_at')
      table.datetime('used_at', { precision: 3 }).nullable()
      table.unique(['credential_hash'], { indexName: 'passkeys_credential_unique' })
      table.index(['user_id'], 'passkeys_user_index')
      table
        .foreign(['user_id'], 'passkeys_user_foreign')
        .references(['id'])
        .inTable('users')
        .onDelete('CASCADE')
    }),
}
