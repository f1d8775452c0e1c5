import { setTimeout as delay } from 'node:timers/promises'
import type { FeedEvent } from '@mms/contracts'
import type { Report } from '../violations.ts'

const POLL_MS = 500
const REQUEST_TIMEOUT_MS = 10_000
const PAUSE_MS = 100

export interface FollowerOptions {
  name: string
  /** Called before each request, because replicas take turns. */
  url: () => string
  token: () => string
  report: Report
}

export interface FeedFollower {
  events: readonly FeedEvent[]
  stop(): Promise<void>
}

const positionOf = ({ id }: FeedEvent) => Number(id.split('.').at(-1))
const epochOf = ({ id }: FeedEvent) => id.split('.')[0]

/** Follows a feed during the whole run, as a service would. `readSettled` compares it with the books. */
export function followFeed({ name, url, token, report }: FollowerOptions): FeedFollower {
  const events: FeedEvent[] = []
  const stopping = new AbortController()

  function hear(event: FeedEvent): void {
    const before = events.at(-1)
    const expected = before ? positionOf(before) + 1 : 1
    const isNext = positionOf(event) === expected && (!before || epochOf(before) === epochOf(event))
    if (!isNext) report('feed-broken', `${name} told ${event.id} where position ${expected} belongs`)
    events.push(event)
  }

  async function readOnce(): Promise<void> {
    const last = events.at(-1)
    const query = new URLSearchParams({ timeout: String(POLL_MS), limit: '500' })
    if (last) query.set('lastEventId', last.id)
    const response = await fetch(`${url()}/internal/feed?${query}`, {
      headers: { authorization: `Bearer ${token()}` },
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    })
    if (response.status === 410) report('feed-broken', `${name} does not go on after ${last?.id}`)
    if (!response.ok) throw new Error(`The feed answered ${response.status}`)
    for (const event of (await response.json()) as FeedEvent[]) hear(event)
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await readOnce().catch(() => delay(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {}))
    }
  })()

  return {
    events,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
