import { createTableOnce, type Migration } from '@mms/service-kit'

/** Sums by store day and type, because counting a million rows takes too long. */
export const createDailyCounts: Migration = {
  name: '20261120150100_create_daily_counts',
  up: (db) =>
    createTableOnce(db, 'daily_counts', (table) => {
      table.date('day').notNullable()
      table.string('type', 10).notNullable()
      table.integer('completed').notNullable()
      table.bigInteger('units_in').notNullable().defaultTo(0)
      table.bigInteger('units_out').notNullable().defaultTo(0)
      table.bigInteger('paise').notNullable().defaultTo(0)
      table.primary(['day', 'type'])
    }),
}
