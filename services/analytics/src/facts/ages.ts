import type { DataAge } from '@mms/contracts'
import type { FeedReader } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createAgeStore } from './age-store.ts'

type Feed = keyof DataAge

export interface AgesOptions {
  db: Knex
  readers: Record<Feed, Pick<FeedReader, 'lagSeconds'>>
  now: () => Date
}

/**
 * How old what the feeds told is. While a reader holds everything, its model is of now; that is noted now and then, so
 * that the age of a model outlives the process that read it.
 */
export function createAges({ db, readers, now }: AgesOptions) {
  const store = createAgeStore(db)
  const feeds = Object.keys(readers) as Feed[]
  const isWhole = (feed: Feed) => readers[feed].lagSeconds() === 0

  const ageOf = (wholeAt: Date | undefined) => ({
    asOf: wholeAt?.toISOString() ?? null,
    behindSeconds: wholeAt ? Math.max(0, Math.round((now().getTime() - wholeAt.getTime()) / 1000)) : null,
  })

  return {
    /** Notes which read models hold everything now. */
    async note(): Promise<void> {
      await store.save(feeds.filter(isWhole), now())
    },
    async read(): Promise<DataAge> {
      const noted = await store.list()
      const [inventory, sales] = (['inventory', 'sales'] as const).map((feed) =>
        ageOf(isWhole(feed) ? now() : noted.get(feed)),
      )
      return { inventory, sales } as DataAge
    },
  }
}
export type Ages = ReturnType<typeof createAges>
