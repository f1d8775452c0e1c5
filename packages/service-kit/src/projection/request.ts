import type { FeedEvent } from '@mms/contracts'
import { z } from 'zod'
import type { ServiceClient } from '../client/client.ts'
import { parseEventId } from '../feed/event-id.ts'
import { ServiceStatusError } from '../http-request.ts'

interface FeedRequest {
  lastEventId: string
  limit: number
  /** How long the feed may wait for a first event. */
  timeoutMs: number
  signal: AbortSignal
}

/** What is read of an event; the rest is taken as it comes, because owners add types without asking. */
export type ReceivedEvent = Pick<FeedEvent, 'id' | 'type' | 'data' | 'traceparent'>

const eventsSchema = z.array(
  z.object({ id: z.string(), type: z.string(), data: z.unknown(), traceparent: z.string().optional() }),
)
/** How much later than promised an answer may come before the connection counts as dead. */
export const LATE_MS = 10_000

/** The next events, or `'gone'` when the feed cannot continue after `lastEventId`. Throws on anything else. */
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

/** Drops what the reader has already; `'gone'` when what follows does not join on without a gap. */
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
