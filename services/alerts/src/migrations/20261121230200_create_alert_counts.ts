import { createTableOnce, type Migration } from '@mms/service-kit'

/** How many alerts there are of each kind, updated with every change of one: counting a million rows takes too long. */
export const createAlertCounts: Migration = {
  name: '20261121230200_create_alert_counts',
  up: (db) =>
    createTableOnce(db, 'alert_counts', (table) => {
      table.string('status', 8).notNullable()
      table.string('type', 40).notNullable()
      table.string('severity', 8).notNullable()
      table.integer('alerts').notNullable()
      table.primary(['status', 'type', 'severity'], 'alert_counts_primary')
    }),
}
