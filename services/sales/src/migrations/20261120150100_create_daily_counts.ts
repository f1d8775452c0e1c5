import { createTableOnce, type Migration } from '@mms/service-kit'

/** How many transactions of a type were completed on a store day: counting a million rows takes too long. */
export const createDailyCounts: Migration = {
  name: '20261120150100_create_daily_counts',
  up: (db) =>
    createTableOnce(db, 'daily_counts', (table) => {
      table.date('day').notNullable()
      table.string('type', 10).notNullable()
      table.integer('completed').notNullable()
      table.primary(['day', 'type'])
    }),
}
