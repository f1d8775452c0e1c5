import { createTableOnce, type Migration } from '@mms/service-kit'

/** One row: the time zone by whose days `daily_counts` counts. */
export const createCalendar: Migration = {
  name: '20261120150300_create_calendar',
  up: (db) =>
    createTableOnce(db, 'calendar', (table) => {
      table.integer('id').primary()
      table.string('time_zone', 64).notNullable()
    }),
}
