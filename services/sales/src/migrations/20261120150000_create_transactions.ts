import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/**
 * Every transaction ever asked for, from its first moment. `next_attempt_at` is set exactly while it is
 * pending: it is the sweeper's due list and its lease in one. The key of the request lies on the row, so
 * that key and transaction are one insert; a key belongs to the caller who sent it. `movement_version` is the
 * place in the medicine's ledger, by which the reconciler walks both sides together.
 *
 * `request_fingerprint` is `2:…` of what the caller sent. `command` is the command
 * to inventory as it was first sent. `stuck_since`: since when inventory refuses for good in words not understood; such a
 * row stays pending, because it is not known whether it had an effect.
 */
export const createTransactions: Migration = {
  name: '20261120150000_create_transactions',
  up: (db) =>
    createTableOnce(db, 'transactions', (table) => {
      idColumn(table).primary()
      idColumn(table, 'medicine_id')
      table.string('type', 10).notNullable()
      table.string('direction', 8).nullable()
      table.integer('quantity').notNullable()
      table.integer('unit_price_paise').notNullable()
      table.bigInteger('total_paise').notNullable()
      table.string('note', 1000).notNullable()
      table.string('status', 9).notNullable()
      table.string('reason_code', 80).nullable()
      table.string('reason', 500).nullable()
      table.integer('movement_version').nullable()
      table.integer('balance_after').nullable()
      table.specificType('reverses', 'char(36)').nullable()
      table.specificType('reversed_by', 'char(36)').nullable()
      table.boolean('sample').notNullable()
      table.string('created_by', 64).notNullable()
      table.string('created_by_name', 200).nullable()
      table.string('idempotency_key', 64).nullable()
      table.string('request_fingerprint', 64).nullable()
      table.text('command').nullable()
      table.integer('attempts').notNullable()
      table.datetime('next_attempt_at', { precision: 3 }).nullable()
      table.datetime('stuck_since', { precision: 3 }).nullable()
      table.string('stuck_reason', 500).nullable()
      table.boolean('cancelling').notNullable()
      instantColumn(table, 'created_at')
      table.unique(['created_by', 'idempotency_key'], { indexName: 'transactions_key_unique' })
      table.index(['created_at', 'id'], 'transactions_by_date')
      table.index(['type', 'created_at', 'id'], 'transactions_by_type')
      table.index(['medicine_id', 'movement_version'], 'transactions_by_movement')
      table.index(['medicine_id', 'created_at', 'id'], 'transactions_by_medicine')
      table.index(['next_attempt_at'], 'transactions_pending')
    }),
}
