import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Counts the rounds in which forecasts were made, so that caches of figures made from them notice. */
export const addForecastRounds: Migration = {
  name: '20261121220400_add_forecast_rounds',
  up: (db) =>
    addColumnOnce(db, 'forecast_runs', 'rounds', (table) => {
      table.integer('rounds').notNullable().defaultTo(0)
    }),
}
