import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/**
 * What is to be sent beyond the screen, written with the alert that it is about. `next_attempt_at` is set exactly while it
 * is pending: the due list and the lease of the replica that sends in one. The unique `once_key` lets one replica make the digest
 * of a day.
 */
export const createDeliveries: Migration = {
  name: '20261121230800_create_deliveries',
  up: (db) =>
    createTableOnce(db, 'deliveries', (table) => {
      idColumn(table).primary()
      table.string('channel', 20).notNullable()
      table.string('once_key', 60).nullable()
      table.string('subject', 500).notNullable()
      table.text('payload', 'mediumtext').notNullable()
      table.string('status', 10).notNullable()
      table.integer('attempts').notNullable()
      table.datetime('next_attempt_at', { precision: 3 }).nullable()
      table.string('error', 500).nullable()
      instantColumn(table, 'created_at')
      table.unique(['once_key'], { indexName: 'deliveries_once_unique' })
      table.index(['next_attempt_at'], 'deliveries_due')
      table.index(['status', 'id'], 'deliveries_by_status')
    }),
}
