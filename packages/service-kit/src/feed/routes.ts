import { type FeedEvent, feedEventSchema, feedQuerySchema, feeds, snapshotQuerySchema } from '@mms/contracts'
import { z } from 'zod'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { Reply, type Route, route } from '../http/route.ts'
import type { Feed } from './feed.ts'

const PAGE = 500

type KeySchemas = readonly z.ZodType<string | number>[]
type Key<K extends KeySchemas> = { -readonly [I in keyof K]: z.output<K[I]> }

interface SnapshotRouteOptions<T, K extends KeySchemas> {
  feed: Feed
  /** Services that may read it if there is no service list. */
  callers?: readonly string[]
  path: string
  rows: string
  summary: string
  response: z.ZodType
  key: K
  start: Key<K>
  listAfter: (key: Key<K>, limit: number) => Promise<T[]>
  keyOf: (row: T) => Key<K>
}

/**
 * Route by which services read a whole table, in addition to `feedRoute`. The cursor holds the feed head, read
 * **before** the first page. So the snapshot has every earlier event, the feed every later one, and some are in both.
 */
export function snapshotRoute<T, const K extends KeySchemas>(options: SnapshotRouteOptions<T, K>): Route {
  const { feed, callers = [], path, rows, summary, response, key, start, listAfter, keyOf } = options
  const positionOf = async (after: string | undefined) => {
    if (after === undefined) return { lastEventId: await feed.head(), from: start }
    const [lastEventId, ...from] = decodeCursor(after, z.tuple([z.string(), ...key]))
    return { lastEventId, from: from as Key<K> }
  }
  return route({
    method: 'get',
    path,
    access: 'service',
    callers,
    feedOf: feed.source,
    summary: `${summary}, in pages, and the event id from which the feed goes on`,
    query: snapshotQuerySchema,
    response,
    async handler({ query: { limit = PAGE, after } }) {
      const { lastEventId, from } = await positionOf(after)
      const page = await listAfter(from, limit)
      const end = page.length === limit ? page.at(-1) : undefined
      return { lastEventId, [rows]: page, next: end ? encodeCursor([lastEventId, ...keyOf(end)]) : null }
    },
  })
}

type DataSchemas = Readonly<Record<string, z.ZodType>>

function eventSchemaOf(source: string): z.ZodType<FeedEvent> {
  const schemas = (feeds as Record<string, DataSchemas>)[source]
  return feedEventSchema.superRefine(({ type, data }, context) => {
    if (!schemas || schemas[type]?.safeParse(data).success) return
    context.addIssue({ code: 'custom', message: `${type} does not fit its schema in feeds`, path: ['data'] })
  })
}

/** `GET /internal/feed?lastEventId&limit&timeout`. Access: by the service list (`follows`), or else by `callers`. */
export function feedRoute(feed: Feed, callers: readonly string[] = []): Route {
  return route({
    method: 'get',
    path: '/internal/feed',
    access: 'service',
    callers,
    feedOf: feed.source,
    summary: 'What changed, in order (http-feeds.org); waits up to timeout ms for a first event',
    query: feedQuerySchema,
    response: z.array(eventSchemaOf(feed.source)),
    handler: async ({ query, signal }) =>
      new Reply(await feed.read({ ...query, signal }), {
        headers: { 'content-type': 'application/cloudevents-batch+json', 'cache-control': 'no-store' },
      }),
  })
}
