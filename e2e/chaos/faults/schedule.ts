import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { Stage } from '../stage/stage.ts'
import { createFaults, type FaultKind } from './faults.ts'

/** One of each at a time: processes and their database, and beside them the network. */
const lanes: FaultKind[][] = [
  ['kill-inventory', 'kill-sales', 'pause-inventory', 'pause-sales', 'kill-sales', 'crash-database'],
  ['cut-connections', 'delay-connections'],
]

export interface ScheduleOptions {
  stage: Stage
  random: Random
  /** Only these; all that the databases allow when left out. */
  only?: FaultKind[] | undefined
  /** Mean time between two faults of a lane, in ms. */
  quietMs: number
}

/** Makes faults until told to stop; then `stop` returns once the last one is over. */
export function startFaults({ stage, random, only, quietMs }: ScheduleOptions) {
  const counts: Partial<Record<FaultKind, number>> = {}
  const stopping = new AbortController()

  async function runLane(kinds: FaultKind[], laneRandom: Random): Promise<void> {
    const faults = createFaults(stage, laneRandom)
    let deck: FaultKind[] = []
    let tookMs = 0
    for (;;) {
      // On a busy machine a restart takes its time, and so does the work that has to get done in between.
      await delay(laneRandom.int(quietMs * 0.4, quietMs * 1.6) + tookMs, undefined, {
        signal: stopping.signal,
      }).catch(() => {})
      if (stopping.signal.aborted) return
      if (deck.length === 0) deck = laneRandom.shuffle(kinds)
      const kind = deck.pop() as FaultKind
      const startedAt = performance.now()
      await faults[kind]()
      tookMs = performance.now() - startedAt
      counts[kind] = (counts[kind] ?? 0) + 1
    }
  }

  const possible = (kind: FaultKind) =>
    (kind !== 'crash-database' || stage.crashDatabase !== undefined) && (!only || only.includes(kind))
  const decks = lanes.map((kinds) => kinds.filter(possible)).filter((kinds) => kinds.length > 0)
  const running = decks.map((kinds) => runLane(kinds, random.fork()))
  // A fault that did not happen ends the run; whoever calls `stop` hears of it.
  const all = Promise.all(running)
  all.catch(() => {})

  return {
    counts,
    /** How often the rarest kind has happened. */
    fewest: () => Math.min(...decks.flat().map((kind) => counts[kind] ?? 0)),
    failed: all.then(
      () => new Promise<never>(() => {}),
      (error: unknown) => Promise.reject(error),
    ),
    async stop(): Promise<void> {
      stopping.abort()
      await all
    },
  }
}
