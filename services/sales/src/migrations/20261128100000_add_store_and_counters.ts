import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/** A digest of a counter's secret is stored, never the secret. */
export const addStoreAndCounters: Migration = {
  name: '20261128100000_add_store_and_counters',
  async up(db) {
    await createTableOnce(db, 'store_settings', (table) => {
      table.integer('version').primary()
      table.text('settings').notNullable()
      table.string('user_id', 64).notNullable()
      table.string('user_name', 200).notNullable()
      instantColumn(table, 'changed_at')
    })
    await createTableOnce(db, 'counters', (table) => {
      idColumn(table).primary()
      table.string('letter', 1).notNullable()
      table.string('code', 2).notNullable()
      table.string('name', 100).notNullable()
      table.string('secret_digest', 43).notNullable()
      table.string('created_by', 64).notNullable()
      table.string('created_by_name', 200).notNullable()
      instantColumn(table, 'created_at')
      table.datetime('closed_at', { precision: 3 }).nullable()
      table.unique(['code'], { indexName: 'counters_code_unique' })
    })
  },
}
