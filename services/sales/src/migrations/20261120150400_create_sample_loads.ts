import { createTableOnce, type Migration } from '@mms/service-kit'

/** Sample data that inventory has loaded, and how many batches of its history are written. */
export const createSampleLoads: Migration = {
  name: '20261120150400_create_sample_loads',
  up: (db) =>
    createTableOnce(db, 'sample_loads', (table) => {
      table.specificType('id', 'char(24)').notNullable().primary()
      table.text('medicines', 'mediumtext').notNullable()
      table.integer('batches_done').notNullable()
      table.boolean('finished').notNullable()
    }),
}
