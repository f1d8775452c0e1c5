import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/** Units consumed of a medicine in a month `yyyy-mm`: the sum of its `trade_days`. */
export const createDemandMonths: Migration = {
  name: '20261121200900_create_demand_months',
  up: (db) =>
    createTableOnce(db, 'demand_months', (table) => {
      table.string('month', 7).notNullable()
      idColumn(table, 'medicine_id')
      table.bigInteger('consumed').notNullable()
      table.primary(['month', 'medicine_id'], 'demand_months_primary')
    }),
}
