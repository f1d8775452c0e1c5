import { addLockColumn, type Migration } from '@mms/service-kit'

/** Written by who locks the calendar, so that nodes of a cluster see it. */
export const addLocksToCalendar: Migration = {
  name: '20261125140000_add_locks_to_calendar',
  up: (db) => addLockColumn(db, 'calendar'),
}
