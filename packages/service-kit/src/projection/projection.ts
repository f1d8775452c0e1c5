import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createLag, type Lag, publishLag } from '../telemetry/lag.ts'
import { readPosition } from './cursor.ts'
import type { ProjectionOptions } from './options.ts'
import type { Received, Sources } from './sources.ts'
import { createStep } from './step.ts'

export interface Projection {
  name: string
  start(): void
  stop(): Promise<void>
  /** Seconds since the projection was last complete; 0 while it is. */
  lagSeconds(): number
  isBehind(): boolean
  /** When the projection was last complete; null if never. */
  asOf(): Promise<Date | null>
}

/**
 * Copy of another service's data. The service provides `apply` and the tables, and lists it in `projections`. Cursor,
 * version (`projectionsVersion`) and rows are committed together, so each item is applied once and in order. A new
 * epoch, a deleted cursor event or another time zone causes a rebuild. The old rows serve meanwhile. If `apply` depends
 * on received data only, every order of delivery gives the rows of a rebuild.
 */
export function defineProjection<const S extends Sources, F = Received<S>>(
  options: ProjectionOptions<S, F>,
): Projection {
  const { db, log, registry, name, now = () => new Date() } = options
  const lag = createLag()
  if (registry) publishLag(registry, name, lag)
  const step = createStep(options, lag)
  const following = follow({ name, log, lag, step })
  return {
    name,
    ...following,
    isBehind: lag.isBehind,
    lagSeconds: () => lag.seconds(),
    asOf: async () => (lag.seconds() === 0 ? now() : ((await readPosition(db, name))?.wholeAt ?? null)),
  }
}

const LONGEST_BACKOFF_MS = 10_000
/** Shorter failures get no warning, because processes start and stop together. */
const PASSING_MS = 5_000

interface Following {
  name: string
  log: Logger
  lag: Lag
  step: (signal: AbortSignal) => Promise<'read' | 'rebuilt'>
}

/** Repeats `step` until stopped. After failures it waits longer. */
export function follow({ name, log, lag, step }: Following) {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  const run = async (signal: AbortSignal) => {
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

  return {
    start() {
      running = run(stopping.signal)
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
