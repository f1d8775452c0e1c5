import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Until when the cause of an alert that a person snoozed is quiet; null where it was resolved. */
export const addSnoozedUntil: Migration = {
  name: '20261123130000_add_snoozed_until',
  up: (db) =>
    addColumnOnce(db, 'alerts', 'snoozed_until', (table) => {
      table.datetime('snoozed_until', { precision: 3 }).nullable()
    }),
}
