import { createTableOnce, instantColumn, type Migration } from '@mms/service-kit'

/**
 * One row: when the next generation is due and, while a replica is at it, the end of its lease; and when the last one
 * was through.
 */
export const createGeneration: Migration = {
  name: '20261121230300_create_generation',
  up: (db) =>
    createTableOnce(db, 'generation', (table) => {
      table.integer('id').primary()
      instantColumn(table, 'next_run_at')
      table.string('holder', 36).nullable()
      table.datetime('finished_at', { precision: 3 }).nullable()
    }),
}
