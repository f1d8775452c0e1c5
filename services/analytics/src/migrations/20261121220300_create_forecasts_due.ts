import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/** Medicines whose facts changed so that their forecast must be made again; `marks` counts the changes. */
export const createForecastsDue: Migration = {
  name: '20261121220300_create_forecasts_due',
  up: (db) =>
    createTableOnce(db, 'forecasts_due', (table) => {
      idColumn(table, 'medicine_id').primary()
      table.bigInteger('marks').notNullable()
    }),
}
