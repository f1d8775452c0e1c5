import type { Migration } from '@mms/service-kit'

/** Without a cursor the projection reads every medicine again, and with it the salts of those that do not change. */
export const rebuildMedicines: Migration = {
  name: '20261123140200_rebuild_medicines',
  up: (db) => db('feed_cursors').where({ name: 'inventory' }).delete(),
}
