import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/** Units that analytics last expected to be wanted of a medicine in the next days, where demand is high. */
export const createExpectedDemand: Migration = {
  name: '20261121230700_create_expected_demand',
  up: (db) =>
    createTableOnce(db, 'expected_demand', (table) => {
      idColumn(table, 'medicine_id').primary()
      table.double('units').notNullable()
      table.integer('days').notNullable()
    }),
}
