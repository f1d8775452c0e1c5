import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Until when a PIN that was tried wrongly takes no other try; null: it was never tried wrongly. */
export const addPausedUntil: Migration = {
  name: '20261126230000_add_paused_until_to_device_pins',
  up: (db) =>
    addColumnOnce(db, 'device_pins', 'paused_until', (table) => {
      table.datetime('paused_until', { precision: 3 }).nullable()
    }),
}
