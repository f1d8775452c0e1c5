import { setTimeout as delay } from 'node:timers/promises'
import type { FeedEvent } from '@mms/contracts'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { inTransaction } from '../database/transaction.ts'
import { createLag, type Lag, publishLag } from '../telemetry/lag.ts'
import { type Cursor, moveCursor, readCursor } from './cursor.ts'
import { LATE_MS, requestEvents } from './reader-request.ts'

/** The present state of the feed's owner, and the last event that is certainly in it. */
export interface FeedSnapshot<S> {
  /** Ask for it **before** reading the state. `''`: begin with the first event of the feed. */
  lastEventId: string
  state: S
}

export interface FeedReaderOptions<S> {
  /** Names the cursor: the service that is read. */
  name: string
  /** `http://inventory:3000/internal/feed` */
  url: string
  /** Called for each request, since tokens expire. */
  headers: () => Record<string, string>
  db: Knex
  log: Logger
  registry?: Registry
  /** Most events of one transaction. */
  batchSize?: number
  /** How long the feed may wait for a first event. */
  pollMs?: number
  /** How long further events may gather before they are read: under load a few large batches cost less. */
  gatherMs?: number
  /** Writes events to the read model, in order, each exactly once. Touches nothing but `trx`. */
  apply: (events: FeedEvent[], trx: Knex.Transaction) => Promise<void>
  /** Fetches what the read model begins with; called when there is none, or the feed cannot continue. */
  snapshot: (signal: AbortSignal) => Promise<FeedSnapshot<S>>
  /** Replaces the whole read model by a snapshot. Events after it may tell of states it already holds. */
  rebuild: (state: S, trx: Knex.Transaction) => Promise<void>
}

export interface FeedReader {
  /** Whose feed it is. */
  name: string
  start(): void
  /** Resolves when nothing is read or written any more. */
  stop(): Promise<void>
  /** 0 while the read model holds everything, else the seconds since it last did. */
  lagSeconds(): number
}

const BATCH = 500
const POLL_MS = 20_000
const GATHER_MS = 100
const LONGEST_BACKOFF_MS = 10_000
/** Processes that start together do not all listen at once: only what lasts is worth a warning. */
const PASSING_FAILURES = 2

/** One round: what the cursor asks for. Returns whether the model was rebuilt. */
type Step = (signal: AbortSignal) => Promise<'read' | 'rebuilt'>

function createStep<S>(options: FeedReaderOptions<S>, lag: Lag): Step {
  const { name, url, headers, db, log, batchSize = BATCH, pollMs = POLL_MS, gatherMs = GATHER_MS } = options

  const rebuild = async (from: Cursor, signal: AbortSignal) => {
    log.info({ feed: name, from }, 'rebuilding the read model')
    lag.uncertain()
    const { lastEventId, state } = await options.snapshot(signal)
    await inTransaction(db, async (trx) => {
      if (await moveCursor(trx, name, from, lastEventId)) await options.rebuild(state, trx)
    })
    return 'rebuilt' as const
  }

  return async (signal) => {
    const cursor = await readCursor(db, name)
    if (cursor === null) return rebuild(cursor, signal)
    const timeoutMs = lag.isWhole() ? pollMs : 0
    lag.waiting(timeoutMs + LATE_MS)
    const request = {
      url,
      headers: headers(),
      lastEventId: cursor,
      limit: batchSize,
      timeoutMs,
      signal,
    }
    const events = await requestEvents(request)
    if (events === 'gone') return rebuild(cursor, signal)
    const last = events.at(-1)
    if (last) {
      lag.uncertain()
      await inTransaction(db, async (trx) => {
        if (await moveCursor(trx, name, cursor, last.id)) await options.apply(events, trx)
      })
    }
    if (events.length < batchSize) lag.caughtUp()
    if (last && lag.isWhole()) await delay(gatherMs, undefined, { signal })
    return 'read'
  }
}

/**
 * Follows the feed of another service: keeps a read model and the cursor in one transaction, so that each
 * event takes effect exactly once whatever crashes; several replicas may follow the same feed. Waits by
 * long polling, backs off while the feed cannot be read, and rebuilds from a snapshot when the feed has
 * begun a new epoch or no longer reaches back to the cursor.
 *
 * @example
 * const reader = createFeedReader({
 *   name: 'inventory', url: `${config.inventoryUrl}/internal/feed`, db, log, registry: metrics.registry,
 *   headers: () => ({ authorization: `Bearer ${signServiceToken('sales', config.serviceKey)}` }),
 *   apply: (events, trx) => createMedicineStore(trx).follow(events),
 *   snapshot: (signal) => inventory.snapshot(signal),
 *   rebuild: (medicines, trx) => createMedicineStore(trx).replaceAll(medicines),
 * })
 */
export function createFeedReader<S>(options: FeedReaderOptions<S>): FeedReader {
  const { name, log, registry } = options
  const lag = createLag()
  const stopping = new AbortController()
  const step = createStep(options, lag)
  let running: Promise<void> = Promise.resolve()
  if (registry) publishLag(registry, name, lag)

  const run = async (signal: AbortSignal) => {
    let failures = 0
    let previous = ''
    while (!signal.aborted) {
      try {
        const done = await step(signal)
        // A feed that is gone right after a rebuild will be gone again.
        if (done === 'rebuilt' && previous === 'rebuilt')
          throw new Error('The feed does not join its snapshot')
        previous = done
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        lag.uncertain()
        failures += 1
        const level = failures > PASSING_FAILURES ? 'warn' : 'info'
        log[level]({ err: error, feed: name, failures }, 'cannot follow the feed; trying again')
        const backoff = Math.random() * Math.min(LONGEST_BACKOFF_MS, 200 * 2 ** Math.min(failures, 10))
        await delay(backoff, undefined, { signal }).catch(() => {})
      }
    }
  }

  return {
    name,
    start() {
      running = run(stopping.signal)
    },
    async stop() {
      stopping.abort()
      await running
    },
    lagSeconds: () => lag.seconds(),
  }
}
