import type { z } from 'zod'
import type { ReceivedEvent } from './request.ts'

/**
 * A kind of thing that a feed publishes and a projection consumes.
 *
 * - `state`: the whole state of something, with `_id` and `version`. It may be received again, and older ones after newer
 *   ones: the newest version holds (`createReadModel`, `newestOf`).
 * - `fact`: it happened once, with `_id`. It is received once: rows that add up need no more than that.
 * - `announcement`: asks for something to be done. It is applied alone, when everything published before it is in the rows and
 *   nothing after it is. A snapshot has none.
 */
export interface Source<T = unknown> {
  kind: 'state' | 'fact' | 'announcement'
  /** The types of its events, whose data is one of it. */
  types: readonly string[]
  /**
   * What this service uses of one, of its events and in the snapshot alike. Loose, and forgiving where something is only
   * shown: the owner adds fields and categories without asking, and whatever does not fit stops the projection.
   */
  schema: z.ZodType<T>
  /** Where all of them are read when the projection is rebuilt: a path, and the name of the rows in its pages. */
  snapshot?: { path: string; rows: string }
}

export type Sources = Readonly<Record<string, Source>>

/** What was received of each source, in order. */
export type Received<S extends Sources> = { [K in keyof S]: z.output<S[K]['schema']>[] }

/** Received together. Nothing may join an announcement. */
export interface Run<S extends Sources> {
  received: Received<S>
  isAnnouncement: boolean
}

/** Nothing of any source. */
export function nothingOf<S extends Sources>(sources: S): Received<S> {
  return Object.fromEntries(Object.keys(sources).map((name) => [name, []])) as unknown as Received<S>
}

/** Parses events, in order, in runs as long as they may be; types that no source names are passed over. */
export function runsOf<S extends Sources>(sources: S, events: readonly ReceivedEvent[]): Run<S>[] {
  const byType = new Map(
    Object.entries(sources).flatMap(([name, source]) => source.types.map((type) => [type, { name, source }])),
  )
  const runs: Run<S>[] = []
  for (const { type, data } of events) {
    const found = byType.get(type)
    if (!found) continue
    const isAnnouncement = found.source.kind === 'announcement'
    let run = runs.at(-1)
    if (!run || isAnnouncement || run.isAnnouncement) {
      run = { received: nothingOf(sources), isAnnouncement }
      runs.push(run)
    }
    run.received[found.name as keyof S].push(found.source.schema.parse(data) as never)
  }
  return runs
}

/** What runs come to, until it is written: announcements apart, and what lies between them folded into one. */
export function createFolding<S extends Sources, F>(fold: (received: Received<S>, facts?: F) => F) {
  const folded: F[] = []
  let isOpen = false
  return {
    folded,
    add({ received, isAnnouncement }: Run<S>): void {
      const joins = isOpen && !isAnnouncement
      folded.push(fold(received, joins ? folded.pop() : undefined))
      isOpen = !isAnnouncement
    },
  }
}

/** Keeps everything as it was received. */
export function concatenate<S extends Sources>(received: Received<S>, before?: Received<S>): Received<S> {
  if (!before) return received
  for (const name of Object.keys(received) as (keyof S)[]) {
    for (const each of received[name]) before[name].push(each)
  }
  return before
}
