import { createTableOnce, idColumn, instantColumn, lockColumn, type Migration } from '@mms/service-kit'
import type { Knex } from 'knex'

/**
 * Every transaction from its first moment. `next_attempt_at` is set while pending: it is the sweeper's queue and lease.
 * The Idempotency-Key is on the row, so key and transaction are one insert; it belongs to its caller.
 * `movement_version` is the place in the medicine's ledger, by which the reconciler compares both sides.
 * `request_fingerprint` is `2:…` of the request. `command` is the command as first sent. `stuck_since`: inventory
 * refuses for good in words this release does not know; the row stays pending, because it may have had an effect.
 * `recorded_at`: arrival, if it was made more than a minute earlier (`made_at`).
 * JSON: `confirmed` (confirmed warnings), `restoration` (prices after an undone purchase), `batch` (named, or targets
 * of a return), `batch_lines` (batches moved).
 */
const createTransactions = (db: Knex) =>
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
    table.text('confirmed').nullable()
    table.string('approved_by', 64).nullable()
    table.string('approved_by_name', 200).nullable()
    table.datetime('made_at', { precision: 3 }).nullable()
    table.datetime('recorded_at', { precision: 3 }).nullable()
    table.datetime('cancelled_at', { precision: 3 }).nullable()
    table.text('restoration').nullable()
    table.text('batch').nullable()
    table.text('batch_lines').nullable()
    instantColumn(table, 'created_at')
    table.unique(['created_by', 'idempotency_key'], { indexName: 'transactions_key_unique' })
    table.index(['created_at', 'id'], 'transactions_by_date')
    table.index(['type', 'created_at', 'id'], 'transactions_by_type')
    table.index(['medicine_id', 'movement_version'], 'transactions_by_movement')
    table.index(['medicine_id', 'created_at', 'id'], 'transactions_by_medicine')
    table.index(['next_attempt_at'], 'transactions_pending')
    table.index(['cancelled_at'], 'transactions_cancelled')
    table.index(['created_by', 'created_at', 'id'], 'transactions_by_person')
  })

/** Sums by store day and type, because counting a million rows takes too long. */
const createDailyCounts = (db: Knex) =>
  createTableOnce(db, 'daily_counts', (table) => {
    table.date('day').notNullable()
    table.string('type', 10).notNullable()
    table.integer('completed').notNullable()
    table.bigInteger('units_in').notNullable().defaultTo(0)
    table.bigInteger('units_out').notNullable().defaultTo(0)
    table.bigInteger('paise').notNullable().defaultTo(0)
    table.primary(['day', 'type'])
  })

/** The read model of inventory's medicines: the whole `state`, and columns shown with a transaction. */
const createMedicines = (db: Knex) =>
  createTableOnce(db, 'medicines', (table) => {
    idColumn(table).primary()
    table.string('name', 200).notNullable()
    table.string('category', 20).notNullable()
    table.integer('version').notNullable()
    table.text('state').notNullable()
  })

/** One row: the time zone of `daily_counts`. Whoever locks it writes `locks`, so that nodes of a cluster notice. */
const createCalendar = (db: Knex) =>
  createTableOnce(db, 'calendar', (table) => {
    table.integer('id').primary()
    table.string('time_zone', 64).notNullable()
    lockColumn(table)
  })

/** Loaded sample data, and how many batches of its history are written. */
const createSampleLoads = (db: Knex) =>
  createTableOnce(db, 'sample_loads', (table) => {
    table.specificType('id', 'char(24)').notNullable().primary()
    table.text('medicines', 'mediumtext').notNullable()
    table.integer('batches_done').notNullable()
    table.boolean('finished').notNullable()
  })

/** One row: the last reconciliation, and since when runs are expected. */
const createReconciliation = (db: Knex) =>
  createTableOnce(db, 'reconciliation', (table) => {
    table.integer('id').primary()
    table.datetime('finished_at', { precision: 3 }).nullable()
    table.datetime('watched_since', { precision: 3 }).nullable()
    table.integer('mismatches').notNullable()
    table.text('report', 'mediumtext').nullable()
  })

/** All findings of the last run; `subject_id` is a movement or a transaction. */
const createReconciliationFindings = (db: Knex) =>
  createTableOnce(db, 'reconciliation_findings', (table) => {
    table.bigIncrements('id')
    idColumn(table, 'run')
    idColumn(table, 'medicine_id')
    table.specificType('subject_id', 'char(36)').nullable()
    table.string('kind', 40).notNullable()
    table.string('detail', 200).notNullable()
    table.index(['run', 'medicine_id'], 'reconciliation_findings_by_run')
  })

/** One row per save; the highest version applies, the others are the history. */
const createCounterLimits = (db: Knex) =>
  createTableOnce(db, 'counter_limits', (table) => {
    table.integer('version').primary()
    table.text('limits').notNullable()
    table.string('user_id', 64).notNullable()
    table.string('user_name', 200).notNullable()
    instantColumn(table, 'changed_at')
  })

/** The schema of 0.3.0, the first installed release. */
export const baseline: Migration = {
  name: '20261127000000_baseline',
  async up(db) {
    await createTransactions(db)
    await createDailyCounts(db)
    await createMedicines(db)
    await createCalendar(db)
    await createSampleLoads(db)
    await createReconciliation(db)
    await createReconciliationFindings(db)
    await createCounterLimits(db)
  },
}
