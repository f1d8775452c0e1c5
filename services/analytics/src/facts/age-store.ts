import { toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'

export function createAgeStore(db: Knex) {
  return {
    /** Notes that the read models of these feeds held everything at an instant. */
    async save(feeds: string[], wholeAt: Date): Promise<void> {
      const rows = feeds.map((feed) => ({ feed, whole_at: wholeAt }))
      if (rows.length > 0) await db('feed_ages').insert(rows).onConflict('feed').merge()
    },
    /** When the read model of each feed was last noted to hold everything. */
    async list(): Promise<Map<string, Date>> {
      const rows = await db('feed_ages').select('feed', 'whole_at')
      return new Map(rows.map(({ feed, whole_at }) => [feed, new Date(toInstant(whole_at))]))
    },
  }
}
