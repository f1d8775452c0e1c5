import type { FeedEvent } from '@mms/contracts'
import { z } from 'zod'
import type { ServiceClient } from '../client/client.ts'
import { parseEventId } from '../feed/event-id.ts'
import { ServiceStatusError } from '../outbound/http-request.ts'

interface FeedRequest {
  lastEventId: string
  limit: number
  timeoutMs: number
  signal: AbortSignal
}

/** Other fields are accepted unchecked, because owners add types freely. */
export type ReceivedEvent = Pick<FeedEvent, 'id' | 'type' | 'data' | 'traceparent'>

const eventsSchema = z.array(
  z.object({ id: z.string(), type: z.string(), data: z.unknown(), traceparent: z.string().optional() }),
)
/** How late an answer may come before the connection counts as dead, in ms. */
export const LATE_MS = 10_000

/** Returns the next events, or `'gone'` if the feed cannot continue after `lastEventId`. Throws on other failures. */
export async function requestEvents(
  client: Pick<ServiceClient, 'read'>,
  { lastEventId, limit, timeoutMs, signal }: FeedRequest,
): Promise<ReceivedEvent[] | 'gone'> {
  const query = new URLSearchParams({ limit: String(limit), timeout: String(timeoutMs) })
  if (lastEventId) query.set('lastEventId', lastEventId)
  const options = { timeoutMs: timeoutMs + LATE_MS, signal }
  try {
    const events = await client.read(`/internal/feed?${query}`, eventsSchema, options)
    return continuing(events, lastEventId)
  } catch (error) {
    if (error instanceof ServiceStatusError && error.status === 410) return 'gone'
    throw error
  }
}

function continuing(events: ReceivedEvent[], lastEventId: string): ReceivedEvent[] | 'gone' {
  const [first] = events
  if (!first) return []
  const from = lastEventId ? parseEventId(lastEventId) : { epoch: parseEventId(first.id).epoch, position: 0 }
  const next: ReceivedEvent[] = []
  for (const event of events) {
    const { epoch, position } = parseEventId(event.id)
    const expected = from.position + next.length + 1
    if (epoch !== from.epoch || position > expected) return 'gone'
    if (position === expected) next.push(event)
  }
  return next
}
