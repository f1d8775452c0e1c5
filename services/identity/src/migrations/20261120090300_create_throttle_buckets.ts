import { createTableOnce, type Migration } from '@mms/service-kit'

/** One row for each account or address that tried lately; `busy_until` is in milliseconds since 1970. */
export const createThrottleBuckets: Migration = {
  name: '20261120090300_create_throttle_buckets',
  up: (db) =>
    createTableOnce(db, 'throttle_buckets', (table) => {
      table.specificType('bucket', 'char(43)').notNullable().primary()
      table.bigInteger('busy_until').notNullable()
      table.index(['busy_until'], 'throttle_buckets_busy_index')
    }),
}
