import { type FeedEvent, feedEventSchema, feedQuerySchema, feeds } from '@mms/contracts'
import { z } from 'zod'
import { Reply, type Route, route } from '../http/route.ts'
import type { Feed } from './feed.ts'

type DataSchemas = Readonly<Record<string, z.ZodType>>

function eventSchemaOf(source: string): z.ZodType<FeedEvent> {
  const schemas = (feeds as Record<string, DataSchemas>)[source]
  return feedEventSchema.superRefine(({ type, data }, context) => {
    if (!schemas || schemas[type]?.safeParse(data).success) return
    context.addIssue({ code: 'custom', message: `${type} does not fit its schema in feeds`, path: ['data'] })
  })
}

/** `GET /internal/feed?lastEventId&limit&timeout`. The service list (`follows`) decides access, or else `callers`. */
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
