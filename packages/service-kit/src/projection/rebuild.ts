import { hash } from 'node:crypto'
import { z } from 'zod'
import type { ServiceClient } from '../client/client.ts'
import {
  createFolding,
  type EventRun,
  emptyReceived,
  type Received,
  requestEvents,
  type Sources,
  splitIntoRuns,
} from './sources.ts'

const PAGE = 500

const pageSchema = z.looseObject({ lastEventId: z.string(), next: z.string().nullable() })

const TAIL_PAGE = 1_000

const DIGITS = 13

/** Key of a fact: 52 bits of a digest, because a snapshot may have millions of facts. */
const keyOf = (name: string, row: unknown) =>
  Number.parseInt(hash('sha256', `${name} ${(row as { _id: string })._id}`).slice(0, DIGITS), 16)

function createHeld<S extends Sources>(sources: S) {
  const held = new Set<number>()
  const facts = Object.keys(sources).filter((name) => sources[name]?.kind === 'fact') as (keyof S & string)[]
  return {
    add({ received }: EventRun<S>): void {
      for (const name of facts) for (const row of received[name]) held.add(keyOf(name, row))
    },
    without({ received, isAnnouncement }: EventRun<S>): EventRun<S> {
      const left = { ...received }
      for (const name of facts) {
        const rows = received[name].filter((row) => {
          const sizeBefore = held.size
          return held.add(keyOf(name, row)).size > sizeBefore
        })
        left[name] = rows as Received<S>[typeof name]
      }
      return { received: left, isAnnouncement }
    },
  }
}

/**
 * Reads each item once. A fact committed meanwhile may be in the pages and in the feed, so repeats are dropped. The
 * result contains exactly the events up to `lastEventId`.
 */
export async function readSnapshot<S extends Sources, F>(
  client: ServiceClient,
  sources: S,
  fold: (received: Received<S>, facts?: F) => F,
  signal: AbortSignal,
): Promise<{ lastEventId: string; folded: F[] }> {
  const folding = createFolding(fold)
  const held = createHeld(sources)
  let head: string | undefined
  for (const [name, { schema, snapshot }] of Object.entries(sources)) {
    for (let after: string | null = snapshot ? '' : null; snapshot && after !== null; ) {
      const page = await readSnapshotPage(client, { ...snapshot, schema }, after, signal)
      after = page.next
      // Keep the head of the first page. Later pages have the same head or a newer one.
      head ??= page.lastEventId
      const received = { ...emptyReceived(sources), [name]: page.rows }
      held.add({ received, isAnnouncement: false })
      folding.add({ received, isAnnouncement: false })
    }
  }
  for (let lastEventId = head ?? ''; ; ) {
    const events = await requestEvents(client, { lastEventId, limit: TAIL_PAGE, timeoutMs: 0, signal })
    if (events === 'gone') throw new Error('The feed does not join its snapshot')
    for (const run of splitIntoRuns(sources, events)) folding.add(held.without(run))
    lastEventId = events.at(-1)?.id ?? lastEventId
    if (events.length < TAIL_PAGE) return { lastEventId, folded: folding.folded }
  }
}

/** Reads one page of a snapshot. `after`: `next` of the page before it, which is null at the end. */
export async function readSnapshotPage<S>(
  client: ServiceClient,
  { path, rows, schema }: { path: string; rows: string; schema: z.ZodType<S> },
  after?: string | null,
  signal?: AbortSignal,
) {
  const query = new URLSearchParams({ limit: String(PAGE), ...(after && { after }) })
  const { lastEventId, next, ...page } = await client.read(`${path}?${query}`, pageSchema, { signal })
  return { lastEventId, next, rows: z.array(schema).parse(page[rows]) }
}
