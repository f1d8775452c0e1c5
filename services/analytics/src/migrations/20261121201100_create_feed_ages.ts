import { createTableOnce, instantColumn, type Migration } from '@mms/service-kit'

/** When the read model of a feed last held everything there was; it outlives the process. */
export const createFeedAges: Migration = {
  name: '20261121201100_create_feed_ages',
  up: (db) =>
    createTableOnce(db, 'feed_ages', (table) => {
      table.string('feed', 60).primary()
      instantColumn(table, 'whole_at')
    }),
}
