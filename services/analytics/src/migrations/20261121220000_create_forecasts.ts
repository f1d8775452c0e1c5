import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/**
 * What lists need of a medicine's forecast. `counted_until`: days from it on were not part of any period that it was made
 * from. `method` is null for a medicine without history, and then so are its figures. `month_0` is the month of `made_on`.
 */
export const createForecasts: Migration = {
  name: '20261121220000_create_forecasts',
  up: (db) =>
    createTableOnce(db, 'forecasts', (table) => {
      idColumn(table, 'medicine_id').primary()
      table.string('run', 36).notNullable()
      table.string('made_on', 10).notNullable()
      table.string('counted_until', 10).notNullable()
      table.string('method', 80).nullable()
      table.integer('known_weeks').notNullable()
      table.double('per_week').nullable()
      table.integer('cover_days').notNullable()
      table.double('cover_units').nullable()
      for (const month of [0, 1, 2, 3, 4, 5]) table.double(`month_${month}`).nullable()
    }),
}
