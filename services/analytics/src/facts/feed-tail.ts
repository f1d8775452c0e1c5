import type { FeedEvent } from '@mms/contracts'
import type { ServiceClient } from '@mms/service-kit'
import { z } from 'zod'

const feedPage = z.array(z.object({ id: z.string(), type: z.string(), data: z.unknown() }))

/** What is read of an event. */
export type ToldEvent = Pick<FeedEvent, 'type' | 'data'>

/** Reads a feed after an event to its end, as it is now; returns the last one's id. */
export async function readTail(
  client: ServiceClient,
  from: string,
  signal: AbortSignal,
  take: (told: ToldEvent[]) => void,
): Promise<string> {
  for (let lastEventId = from; ; ) {
    const query = new URLSearchParams({ limit: '1000', timeout: '0', ...(lastEventId && { lastEventId }) })
    const events: z.output<typeof feedPage> = await client.read(`/internal/feed?${query}`, feedPage, {
      signal,
    })
    take(events)
    const last = events.at(-1)
    if (!last) return lastEventId
    lastEventId = last.id
  }
}
