import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Units that came in on a store day by transactions of a type. */
export const addUnitsIn: Migration = {
  name: '20261121170200_add_units_in',
  up: (db) =>
    addColumnOnce(db, 'daily_counts', 'units_in', (table) => {
      table.bigInteger('units_in').notNullable().defaultTo(0)
    }),
}
