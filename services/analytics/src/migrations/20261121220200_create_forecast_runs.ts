import { createTableOnce, type Migration } from '@mms/service-kit'

/**
 * One row: `basis` names the day and the settings that all forecasts were last made for; null when they must be made
 * again. `holder` is the replica that makes them now, until `held_until` at the latest.
 */
export const createForecastRuns: Migration = {
  name: '20261121220200_create_forecast_runs',
  up: (db) =>
    createTableOnce(db, 'forecast_runs', (table) => {
      table.integer('id').primary()
      table.string('basis', 64).nullable()
      table.string('holder', 36).nullable()
      table.datetime('held_until', { precision: 3 }).nullable()
    }),
}
