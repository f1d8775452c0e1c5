import { createTableOnce, type Migration } from '@mms/service-kit'

/** One row: the time zone by whose days everything was counted. Projections lock it while they write. */
export const createCalendar: Migration = {
  name: '20261121201200_create_calendar',
  up: (db) =>
    createTableOnce(db, 'calendar', (table) => {
      table.integer('id').primary()
      table.string('time_zone', 60).notNullable()
    }),
}
