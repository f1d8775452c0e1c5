import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/** A medicine's forecast by week and month, with limits, method and past errors, as JSON; for one medicine at a time. */
export const createForecastDetails: Migration = {
  name: '20261121220100_create_forecast_details',
  up: (db) =>
    createTableOnce(db, 'forecast_details', (table) => {
      idColumn(table, 'medicine_id').primary()
      table.text('detail').notNullable()
    }),
}
