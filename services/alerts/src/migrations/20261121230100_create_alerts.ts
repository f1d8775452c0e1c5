import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/**
 * Every alert ever raised. Ids are made in the order of time, so that the newest come first by id.
 *
 * `open_cause` is the cause while the alert is open and null afterwards: its unique key, not luck, lets a medicine have
 * one open alert per cause, however many replicas generate. `quiet_cause` is the cause while it raises no alert because one
 * was resolved by hand.
 */
export const createAlerts: Migration = {
  name: '20261121230100_create_alerts',
  up: (db) =>
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
      table.unique(['medicine_id', 'open_cause'], { indexName: 'alerts_open_unique' })
      table.index(['medicine_id', 'quiet_cause'], 'alerts_quiet')
      table.index(['status', 'type', 'severity', 'id'], 'alerts_by_kind')
    }),
}
