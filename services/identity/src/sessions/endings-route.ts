import { feedEventSchema, feedQuerySchema } from '@mms/contracts'
import { type Feed, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'

/**
 * Recently revoked tokens, for all who verify tokens. Public like the keys beside it, since the ids grant nothing. The
 * gateway routes neither.
 */
export function endingsRoute(feed: Feed): Route {
  return route({
    method: 'get',
    path: '/.well-known/endings',
    access: 'public',
    summary:
      'Sessions and tokens that ended in the last hour, in order; waits up to timeout ms for a first one',
    query: feedQuerySchema,
    response: z.array(feedEventSchema),
    quiet: true,
    handler: async ({ query, signal }) =>
      new Reply(await feed.read({ ...query, fromOldest: true, signal }), {
        headers: { 'content-type': 'application/cloudevents-batch+json', 'cache-control': 'no-store' },
      }),
  })
}
