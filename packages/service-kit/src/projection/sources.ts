import type { FeedEvent } from '@mms/contracts'
import { z } from 'zod'
import type { ServiceClient } from '../client/client.ts'
import { parseEventId } from '../feed/numbering.ts'
import { ServiceStatusError } from '../outbound/http-request.ts'

/** Other fields of an event are not checked, because publishers may add some. */
export type ReceivedEvent = Pick<FeedEvent, 'id' | 'type' | 'data' | 'traceparent'>

const eventsSchema = z.array(
  z.object({ id: z.string(), type: z.string(), data: z.unknown(), traceparent: z.string().optional() }),
)
/** Time after which a missing answer means that the connection is dead, in ms. */
export const LATE_MS = 10_000

/**
 * A kind of data in a feed.
 * - `state`: the complete state of an item, with `_id` and `version`. It may arrive repeatedly or out of order; the newest
 *   version wins (`createReadModel`, `newestOf`).
 * - `fact`: a single occurrence, with `_id`. It is applied once, so that sums are correct.
 * - `announcement`: a request to act. It is applied alone, after everything published before it and before everything
 *   after it. Snapshots contain none.
 */
export interface Source<T = unknown> {
  kind: 'state' | 'fact' | 'announcement'
  types: readonly string[]
  /** Fields that this service uses. Allow new fields and categories: data that does not fit stops the reader. */
  schema: z.ZodType<T>
  snapshot?: { path: string; rows: string }
}

export type Sources = Readonly<Record<string, Source>>

export type Received<S extends Sources> = { [K in keyof S]: z.output<S[K]['schema']>[] }

/** Events to apply together. An announcement is alone in its run. */
export interface EventRun<S extends Sources> {
  received: Received<S>
  isAnnouncement: boolean
}

export function emptyReceived<S extends Sources>(sources: S): Received<S> {
  return Object.fromEntries(Object.keys(sources).map((name) => [name, []])) as unknown as Received<S>
}

/** Splits events into runs as long as possible, in order. Skips unknown types. */
export function splitIntoRuns<S extends Sources>(sources: S, events: readonly ReceivedEvent[]) {
  const byType = new Map(
    Object.entries(sources).flatMap(([name, source]) => source.types.map((type) => [type, { name, source }])),
  )
  const runs: EventRun<S>[] = []
  for (const { type, data } of events) {
    const found = byType.get(type)
    if (!found) continue
    const isAnnouncement = found.source.kind === 'announcement'
    let run = runs.at(-1)
    if (!run || isAnnouncement || run.isAnnouncement) {
      run = { received: emptyReceived(sources), isAnnouncement }
      runs.push(run)
    }
    run.received[found.name as keyof S].push(found.source.schema.parse(data) as never)
  }
  return runs
}

export function createFolding<S extends Sources, F>(fold: (received: Received<S>, facts?: F) => F) {
  const folded: F[] = []
  let isOpen = false
  return {
    folded,
    add({ received, isAnnouncement }: EventRun<S>): void {
      const joins = isOpen && !isAnnouncement
      folded.push(fold(received, joins ? folded.pop() : undefined))
      isOpen = !isAnnouncement
    },
  }
}

export function concatenate<S extends Sources>(received: Received<S>, before?: Received<S>): Received<S> {
  if (!before) return received
  for (const name of Object.keys(received) as (keyof S)[]) {
    for (const each of received[name]) before[name].push(each)
  }
  return before
}

interface FeedRequest {
  lastEventId: string
  limit: number
  timeoutMs: number
  signal: AbortSignal
}

/** Returns the next events, or `'gone'` if the feed cannot continue from `lastEventId`. Throws for other failures. */
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
