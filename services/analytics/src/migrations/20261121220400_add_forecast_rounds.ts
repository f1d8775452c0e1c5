import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Counts the rounds in which forecasts were made, so that whoever keeps what was told from them notices. */
export const addForecastRounds: Migration = {
  name: '20261121220400_add_forecast_rounds',
  up: (db) =>
    addColumnOnce(db, 'forecast_runs', 'rounds', (table) => {
      table.integer('rounds').notNullable().defaultTo(0)
    }),
}
