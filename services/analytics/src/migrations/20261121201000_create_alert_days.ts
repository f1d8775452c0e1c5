import { createTableOnce, type Migration } from '@mms/service-kit'

/** Alerts raised on a store day by type. An empty table may mean that alerts are not followed. */
export const createAlertDays: Migration = {
  name: '20261121201000_create_alert_days',
  up: (db) =>
    createTableOnce(db, 'alert_days', (table) => {
      table.string('day', 10).notNullable()
      table.string('type', 40).notNullable()
      table.integer('raised').notNullable()
      table.primary(['day', 'type'], 'alert_days_primary')
    }),
}
