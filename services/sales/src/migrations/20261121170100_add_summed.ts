import { addColumnOnce, type Migration } from '@mms/service-kit'

/** How many of `completed` are in the sums beside it: replicas of release 0.1 count without summing. */
export const addSummed: Migration = {
  name: '20261121170100_add_summed',
  up: (db) =>
    addColumnOnce(db, 'daily_counts', 'summed', (table) => {
      table.integer('summed').notNullable().defaultTo(0)
    }),
}
