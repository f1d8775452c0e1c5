import { snapshotQuerySchema } from '@mms/contracts'
import { z } from 'zod'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { type Route, route } from '../http/route.ts'
import type { Feed } from './feed.ts'

const PAGE = 500

type KeySchemas = readonly z.ZodType<string | number>[]
type Key<K extends KeySchemas> = { -readonly [I in keyof K]: z.output<K[I]> }

interface SnapshotRouteOptions<T, K extends KeySchemas> {
  feed: Feed
  /** Used without a service list, as with `feedRoute`. */
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
 * Route by which services read a whole table, beside `feedRoute`. The feed head is read **before** the first page and
 * carried in the cursor. So every earlier event is in the snapshot, every later one in the feed, some in both.
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
