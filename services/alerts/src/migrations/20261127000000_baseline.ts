import { createTableOnce, idColumn, instantColumn, lockColumn, type Migration } from '@mms/service-kit'
import type { Knex } from 'knex'

/**
 * The read model of inventory's medicines: the whole `state`, and beside it what similar ones are found by (`salts` are empty
 * where they are not known). `locks` is written by who locks a medicine, so that nodes of a cluster see it.
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
 * Every alert ever raised. Ids are made in the order of time, so that the newest come first by id.
 *
 * `open_cause` is the cause while the alert is open and null afterwards: its unique key, not luck, lets a medicine have
 * one open alert per cause, however many replicas generate. `quiet_cause` is the cause while it raises no alert because one
 * was resolved by hand, and `snoozed_until` for how long, where a person snoozed it.
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

/** How many alerts there are of each kind, updated with every change of one: counting a million rows takes too long. */
const createAlertCounts = (db: Knex) =>
  createTableOnce(db, 'alert_counts', (table) => {
    table.string('status', 8).notNullable()
    table.string('type', 40).notNullable()
    table.string('severity', 8).notNullable()
    table.integer('alerts').notNullable()
    table.primary(['status', 'type', 'severity'], 'alert_counts_primary')
  })

/** One row: season and climate as last received of analytics, and when. */
const createConditions = (db: Knex) =>
  createTableOnce(db, 'conditions', (table) => {
    table.integer('id').primary()
    table.string('season', 10).notNullable()
    table.string('climate', 10).notNullable()
    instantColumn(table, 'heard_at')
  })

/** Units that analytics last expected to be wanted of a medicine in the next days, where demand is high. */
const createExpectedDemand = (db: Knex) =>
  createTableOnce(db, 'expected_demand', (table) => {
    idColumn(table, 'medicine_id').primary()
    table.double('units').notNullable()
    table.integer('days').notNullable()
  })

/**
 * What is to be sent beyond the screen, written with the alert that it is about. `next_attempt_at` is set exactly while it
 * is pending: the due list and the lease of the replica that sends in one. The unique `once_key` lets one replica make the digest
 * of a day. `topic`: channel, medicine, cause and state that it is about, and `due_at`: when its first attempt is due; null
 * for what is not damped.
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

/** The schema of 0.3.0, the first release that was installed. */
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
