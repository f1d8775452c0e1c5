import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { ServiceClient } from '../client/client.ts'
import { inTransaction } from '../database/transaction.ts'
import { createLag, type Lag, publishLag } from '../telemetry/lag.ts'
import { startSpanIfTraced } from '../telemetry/tracing.ts'
import { type Cursor, claimPosition, moveCursor, readPosition, saveWholeAt } from './cursor.ts'
import { readSnapshot } from './rebuild.ts'
import {
  concatenate,
  createFolding,
  LATE_MS,
  type Received,
  type ReceivedEvent,
  requestEvents,
  type Sources,
  splitIntoRuns,
} from './sources.ts'

type Trx = Knex.Transaction

export interface ProjectionOptions<S extends Sources, F> {
  db: Knex
  log: Logger
  registry?: Registry
  client: ServiceClient
  /** Service that publishes the feed, for example `inventory`. Also names the projection. */
  name: string
  sources: S
  /** Tables that contain only received data. A rebuild empties them in its transaction. */
  tables: readonly string[]
  /** Aggregates data in memory, so that a rebuild need not hold every fact. Without it, `apply` gets all data. */
  fold?: (received: Received<S>, facts?: F) => F
  /**
   * Writes received data in the transaction that moves the cursor, so it takes effect once. Must use only `trx`. With
   * `isRebuild`, the data is complete and the tables are empty.
   */
  apply: (facts: F, trx: Trx, context: { isRebuild: boolean }) => Promise<unknown>
  /** Called first in each transaction, to serialise projections that share tables. */
  lock?: (trx: Trx) => Promise<unknown>
  /** Time zone in which days are counted. A change rebuilds the tables. */
  timeZone?: string
  /** Builds an empty projection from events alone, because snapshots contain no announcements. */
  fromFirstEvent?: boolean
  now?: () => Date
  batchSize?: number
  /** Maximum wait for a first event, in ms. */
  pollMs?: number
  /** Pause between reads, in ms. Events gather meanwhile; large batches cost less under load. */
  gatherMs?: number
}

/**
 * Copy of another service's data. The service provides `apply` and the tables, and lists it in `projections`. Cursor,
 * version (`projectionsVersion`) and rows are committed together, so each item is applied once and in order. A new
 * epoch, a deleted cursor event or another time zone causes a rebuild. The old rows serve meanwhile. If `apply` depends
 * on received data only, every order of delivery gives the rows of a rebuild.
 */
export function defineProjection<const S extends Sources, F = Received<S>>(options: ProjectionOptions<S, F>) {
  const { db, registry, name, now = () => new Date() } = options
  const lag = createLag()
  if (registry) publishLag(registry, name, lag)
  const follow = createFollower(options, lag)
  const stopping = new AbortController()
  let running = Promise.resolve()
  return {
    name,
    start(): void {
      running = follow(stopping.signal)
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
    isBehind: lag.isBehind,
    /** Seconds since the projection was last complete; 0 while it is. */
    lagSeconds: lag.seconds,
    /** When the projection was last complete; null if never. */
    asOf: async (): Promise<Date | null> =>
      lag.seconds() === 0 ? now() : ((await readPosition(db, name))?.wholeAt ?? null),
  }
}
export type Projection = ReturnType<typeof defineProjection>

const LONGEST_BACKOFF_MS = 10_000
/** Shorter failures get no warning, because processes start and stop together. */
const PASSING_MS = 5_000

/** Repeats steps until `signal` aborts. After failures it waits longer. */
function createFollower<S extends Sources, F>(options: ProjectionOptions<S, F>, lag: Lag) {
  const { log, name } = options
  const step = createStep(options, lag)
  return async (signal: AbortSignal): Promise<void> => {
    let failures = 0
    let failingSince: number | undefined
    let previous = ''
    while (!signal.aborted) {
      try {
        const done = await step(signal)
        // Two rebuilds in a row would repeat for ever.
        if (done === 'rebuilt' && previous === 'rebuilt')
          throw new Error('The feed does not join its snapshot')
        previous = done
        failures = 0
        failingSince = undefined
      } catch (error) {
        if (signal.aborted) return
        lag.uncertain()
        failures += 1
        failingSince ??= performance.now()
        const level = performance.now() - failingSince > PASSING_MS ? 'warn' : 'info'
        log[level]({ err: error, feed: name, failures }, 'cannot follow the feed; trying again')
        const backoff = Math.random() * Math.min(LONGEST_BACKOFF_MS, 200 * 2 ** Math.min(failures, 10))
        await delay(backoff, undefined, { signal }).catch(() => {})
      }
    }
  }
}

const BATCH = 500
const POLL_MS = 20_000
const GATHER_MS = 100
const NOTE_EVERY_MS = 5_000

function createWriter<S extends Sources, F>(options: ProjectionOptions<S, F>) {
  const { db, name, timeZone = null, tables, lock, apply } = options
  return (from: Cursor, to: string, folded: F[], isRebuild: boolean) =>
    inTransaction(db, async (trx) => {
      if (!(await moveCursor(trx, { name, timeZone }, from, to))) return
      await lock?.(trx)
      if (isRebuild) for (const table of tables) await trx(table).delete()
      for (const facts of folded) await apply(facts, trx, { isRebuild })
    })
}

export function createStep<S extends Sources, F = Received<S>>(options: ProjectionOptions<S, F>, lag: Lag) {
  const { db, log, client, name, sources, tables, timeZone = null, fromFirstEvent = false } = options
  const { batchSize = BATCH, pollMs = POLL_MS, gatherMs = GATHER_MS, now = () => new Date() } = options
  const { fold = concatenate as NonNullable<typeof options.fold> } = options
  const write = createWriter(options)
  let notedAt = Number.NEGATIVE_INFINITY
  let isClaimed = false

  const isEmpty = async () =>
    tables[0] !== undefined && (await db(tables[0]).first(db.raw('1'))) === undefined

  const rebuild = async (from: Cursor, signal: AbortSignal): Promise<'read' | 'rebuilt'> => {
    lag.uncertain(true)
    if (from === null && fromFirstEvent && (await isEmpty())) {
      await write(from, '', [], false)
      return 'read'
    }
    log.info({ feed: name, from }, 'rebuilding the projection')
    const { lastEventId, folded } = await readSnapshot(client, sources, fold, signal)
    await write(from, lastEventId, folded, true)
    return 'rebuilt'
  }

  const take = async (from: string, events: ReceivedEvent[]) => {
    const to = events.at(-1)?.id
    if (to === undefined) return
    lag.uncertain(events.length === batchSize)
    const spans = events.map(({ type, traceparent }) =>
      startSpanIfTraced(traceparent, { name: `process ${type}`, role: 'CONSUMER' }),
    )
    const folding = createFolding(fold)
    for (const run of splitIntoRuns(sources, events)) folding.add(run)
    await write(from, to, folding.folded, false)
    for (const span of spans) span?.end()
  }

  const noteWhole = async () => {
    lag.caughtUp()
    if (performance.now() - notedAt < NOTE_EVERY_MS) return
    await saveWholeAt(db, name, now())
    notedAt = performance.now()
  }

  /** Claims the cursor row at the first step, and again if the row was deleted. The replica that started last wins. */
  const findCursor = async (): Promise<Cursor> => {
    let position = isClaimed ? await readPosition(db, name) : undefined
    if (!position) {
      await claimPosition(db, name, timeZone)
      isClaimed = true
      position = await readPosition(db, name)
    }
    if (timeZone !== null && position?.timeZone !== timeZone)
      throw new Error(`Another replica already counts days in ${position?.timeZone}`)
    return position?.cursor ?? null
  }

  return async (signal: AbortSignal): Promise<'read' | 'rebuilt'> => {
    const cursor = await findCursor()
    if (cursor === null) return rebuild(cursor, signal)
    const timeoutMs = lag.isWhole() ? pollMs : 0
    lag.waiting(timeoutMs + LATE_MS)
    const events = await requestEvents(client, { lastEventId: cursor, limit: batchSize, timeoutMs, signal })
    if (events === 'gone') return rebuild(cursor, signal)
    await take(cursor, events)
    if (events.length < batchSize) await noteWhole()
    if (events.length > 0 && lag.isWhole()) await delay(gatherMs, undefined, { signal })
    return 'read'
  }
}
