import type { FeedEvent } from '@mms/contracts'
import { z } from 'zod'
import { parseEventId } from './event-id.ts'

export interface FeedRequest {
  url: string
  headers: Record<string, string>
  lastEventId: string
  limit: number
  timeoutMs: number
  signal: AbortSignal
}

/** What a reader needs of an event; the rest is taken as it comes, because owners add types without asking. */
const eventsSchema = z.array(
  z.looseObject({ id: z.string(), type: z.string(), subject: z.string().catch(''), data: z.unknown() }),
)
/** How much later than promised an answer may come before the connection counts as dead. */
export const LATE_MS = 10_000

/** The next events, or `'gone'` when the feed cannot continue after `lastEventId`. Throws on anything else. */
export async function requestEvents(request: FeedRequest): Promise<FeedEvent[] | 'gone'> {
  const { url, headers, lastEventId, limit, timeoutMs, signal } = request
  const query = new URLSearchParams({ limit: String(limit), timeout: String(timeoutMs) })
  if (lastEventId) query.set('lastEventId', lastEventId)
  const response = await fetch(`${url}?${query}`, {
    headers,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs + LATE_MS)]),
  })
  if (response.status === 410) {
    await response.body?.cancel()
    return 'gone'
  }
  if (!response.ok) throw new Error(`The feed answered ${response.status}: ${await response.text()}`)
  return continuing(eventsSchema.parse(await response.json()) as unknown as FeedEvent[], lastEventId)
}

/** Drops what the reader has already; `'gone'` when what follows does not join on without a gap. */
function continuing(events: FeedEvent[], lastEventId: string): FeedEvent[] | 'gone' {
  const [first] = events
  if (!first) return []
  const last = lastEventId ? parseEventId(lastEventId) : { epoch: parseEventId(first.id).epoch, position: 0 }
  const next: FeedEvent[] = []
  for (const event of events) {
    const { epoch, position } = parseEventId(event.id)
    if (epoch !== last.epoch || position > last.position + next.length + 1) return 'gone'
    if (position === last.position + next.length + 1) next.push(event)
  }
  return next
}
