import { createTableOnce, idColumn, instantColumn, lockColumn, type Migration } from '@mms/service-kit'
import type { Knex } from 'knex'

/**
 * The read model of inventory's medicines: the whole `state`, and columns that find similar ones (`salts` is empty if
 * unknown). Whoever locks a medicine writes `locks`, so that nodes of a cluster notice.
 */
const createMedicines = (db: Knex) =>
  createTableOnce(db, 'medicines', (table) => {
    idColumn(table).primary()
    table.string('name', 200).notNullable()
    table.string('category', 60).notNullable()
    table.boolean('deleted').notNullable()
    table.integer('version').notNullable()
    table.text('state', 'mediumtext').notNullable()
    table.string('salts', 200).nullable()
    lockColumn(table)
    table.index(['category', 'deleted'], 'medicines_by_category')
    table.index(['salts', 'deleted'], 'medicines_by_salts')
  })

/**
 * Every alert; ids rise with time. `open_cause` is set while the alert is open, and its unique key allows one open
 * alert per cause, however many replicas generate. `quiet_cause` is set while a manual resolution silences the cause,
 * until `snoozed_until` if a user snoozed it.
 */
const createAlerts = (db: Knex) =>
  createTableOnce(db, 'alerts', (table) => {
    idColumn(table).primary()
    idColumn(table, 'medicine_id')
    table.string('cause', 80).notNullable()
    table.string('open_cause', 80).nullable()
    table.string('quiet_cause', 80).nullable()
    table.string('type', 40).notNullable()
    table.string('severity', 8).notNullable()
    table.string('status', 8).notNullable()
    table.string('message', 1000).notNullable()
    instantColumn(table, 'created_at')
    instantColumn(table, 'renewed_at')
    table.datetime('resolved_at', { precision: 3 }).nullable()
    table.string('resolved_by', 64).nullable()
    table.string('resolved_by_name', 200).nullable()
    table.datetime('snoozed_until', { precision: 3 }).nullable()
    table.unique(['medicine_id', 'open_cause'], { indexName: 'alerts_open_unique' })
    table.index(['medicine_id', 'quiet_cause'], 'alerts_quiet')
    table.index(['status', 'type', 'severity', 'id'], 'alerts_by_kind')
  })

/** Counts by kind, updated with every alert, because counting a million rows takes too long. */
const createAlertCounts = (db: Knex) =>
  createTableOnce(db, 'alert_counts', (table) => {
    table.string('status', 8).notNullable()
    table.string('type', 40).notNullable()
    table.string('severity', 8).notNullable()
    table.integer('alerts').notNullable()
    table.primary(['status', 'type', 'severity'], 'alert_counts_primary')
  })

/** One row: the last season and climate from analytics. */
const createConditions = (db: Knex) =>
  createTableOnce(db, 'conditions', (table) => {
    table.integer('id').primary()
    table.string('season', 10).notNullable()
    table.string('climate', 10).notNullable()
    instantColumn(table, 'heard_at')
  })

/** Expected units from analytics, for medicines in high demand. */
const createExpectedDemand = (db: Knex) =>
  createTableOnce(db, 'expected_demand', (table) => {
    idColumn(table, 'medicine_id').primary()
    table.double('units').notNullable()
    table.integer('days').notNullable()
  })

/**
 * Messages to send, written with their alert. `next_attempt_at` is set while pending: it is the queue and the lease.
 * The unique `once_key` lets one replica make a day's digest. `topic` (channel, medicine, cause, state) and `due_at`
 * (first attempt) are null for messages that are not damped.
 */
const createDeliveries = (db: Knex) =>
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
    table.string('topic', 180).nullable()
    table.datetime('due_at', { precision: 3 }).nullable()
    instantColumn(table, 'created_at')
    table.unique(['once_key'], { indexName: 'deliveries_once_unique' })
    table.index(['next_attempt_at'], 'deliveries_due')
    table.index(['status', 'id'], 'deliveries_by_status')
    table.index(['topic', 'due_at'], 'deliveries_by_topic')
  })

/** The schema of 0.3.0, the first installed release. */
export const baseline: Migration = {
  name: '20261127000000_baseline',
  async up(db) {
    await createMedicines(db)
    await createAlerts(db)
    await createAlertCounts(db)
    await createConditions(db)
    await createExpectedDemand(db)
    await createDeliveries(db)
  },
}
