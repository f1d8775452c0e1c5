import type { Migration } from '@mms/service-kit'

/** What the previous release has kept in tables of its own: by whose days the rows are counted, and how old they are. */
export const takeOverZoneAndAge: Migration = {
  name: '20261123120100_take_over_zone_and_age',
  async up(db) {
    await db('feed_cursors').update({
      time_zone: db('calendar').where({ id: 1 }).select('time_zone'),
      whole_at: db('feed_ages').where('feed', db.ref('feed_cursors.name')).select('whole_at'),
    })
  },
}
