import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Units that went out on a store day by transactions of a type. */
export const addUnitsOut: Migration = {
  name: '20261121170300_add_units_out',
  up: (db) =>
    addColumnOnce(db, 'daily_counts', 'units_out', (table) => {
      table.bigInteger('units_out').notNullable().defaultTo(0)
    }),
}
