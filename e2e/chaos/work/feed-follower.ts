import { setTimeout as delay } from 'node:timers/promises'
import type { FeedEvent } from '@mms/contracts'
import type { Report } from '../violations.ts'

const POLL_MS = 500
const REQUEST_TIMEOUT_MS = 4_000
const GIVE_UP_MS = 20_000

export interface FollowerOptions {
  name: string
  /** Where the feed is; asked before each request, since replicas take turns. */
  url: () => string
  token: () => string
  report: Report
}

const positionOf = ({ id }: FeedEvent) => Number(id.split('.').at(-1))

/** Reads a feed during the whole run, as any other service would: what it has not seen then, it never sees. */
export function followFeed({ name, url, token, report }: FollowerOptions) {
  const events: FeedEvent[] = []
  let finishing = 0

  /** Whether the feed had nothing more. */
  async function readOnce(): Promise<boolean> {
    const last = events.at(-1)
    const query = new URLSearchParams({ timeout: String(finishing ? 0 : POLL_MS), limit: '500' })
    if (last) query.set('lastEventId', last.id)
    const response = await fetch(`${url()}/internal/feed?${query}`, {
      headers: { authorization: `Bearer ${token()}` },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    if (response.status === 410) report('feed-broken', `${name} does not go on after ${last?.id}`)
    if (!response.ok) throw new Error(`The feed answered ${response.status}`)
    const news = (await response.json()) as FeedEvent[]
    for (const event of news) {
      const before = events.at(-1)
      const expected = before ? positionOf(before) + 1 : 1
      const isNext = positionOf(event) === expected && (!before || sameEpoch(before, event))
      if (!isNext) report('feed-broken', `${name} told ${event.id} where position ${expected} belongs`)
      events.push(event)
    }
    return news.length === 0
  }

  const running = (async () => {
    for (;;) {
      const isEmpty = await readOnce().catch(() => undefined)
      if (finishing && (isEmpty || Date.now() > finishing)) return
      if (isEmpty === undefined) await delay(100)
    }
  })()

  return {
    /** Reads what is left; answers everything that was read. */
    async finish(): Promise<FeedEvent[]> {
      finishing = Date.now() + GIVE_UP_MS
      await running
      return events
    },
  }
}

const sameEpoch = (a: FeedEvent, b: FeedEvent) => a.id.split('.')[0] === b.id.split('.')[0]
