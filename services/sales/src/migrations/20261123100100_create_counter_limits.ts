import { createTableOnce, instantColumn, type Migration } from '@mms/service-kit'

/** Each save of the counter's limits is a row: the highest version holds, the others say who changed what. */
export const createCounterLimits: Migration = {
  name: '20261123100100_create_counter_limits',
  up: (db) =>
    createTableOnce(db, 'counter_limits', (table) => {
      table.integer('version').primary()
      table.text('limits').notNullable()
      table.string('user_id', 64).notNullable()
      table.string('user_name', 200).notNullable()
      instantColumn(table, 'changed_at')
    }),
}
