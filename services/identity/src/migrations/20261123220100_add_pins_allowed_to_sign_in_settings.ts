import { addColumnOnce, type Migration } from '@mms/service-kit'

/** People at one device change by PIN. */
export const addPinsAllowed: Migration = {
  name: '20261123220100_add_pins_allowed_to_sign_in_settings',
  up: (db) =>
    addColumnOnce(db, 'sign_in_settings', 'pins_allowed', (table) => {
      table.boolean('pins_allowed').notNullable().defaultTo(false)
    }),
}
