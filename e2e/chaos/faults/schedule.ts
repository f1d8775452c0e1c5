import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '@mms/service-kit/random'
import { createFaults, type FaultKind, type FaultOptions } from './faults.ts'

/** One of each at a time: processes of a sale and their database, other processes, the network, and one node of three. */
const lanes: FaultKind[][] = [
  ['kill-inventory', 'kill-sales', 'pause-inventory', 'pause-sales', 'kill-sales', 'crash-database'],
  ['kill-other', 'pause-other'],
  ['cut-connections', 'delay-connections'],
  ['kill-node', 'pause-node', 'isolate-node'],
]
/** Beginning with yesterday's release of both: from here on each of the one meets each of the other. */
const swaps: FaultKind[] = ['swap-inventory', 'swap-sales']

/** Longer than any fault waits for its proofs on a busy machine. */
const LIMIT_MS = 300_000

/** Rejects where a fault is not over in time: the run ends then, for nothing of it goes on. */
async function inTime(kind: FaultKind, fault: Promise<void>, limitMs: number): Promise<void> {
  const over = new AbortController()
  const tooLate = delay(limitMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${kind} was not over after ${limitMs} ms`)
  })
  try {
    await Promise.race([fault, tooLate])
  } finally {
    over.abort()
    tooLate.catch(() => {})
  }
}

export interface ScheduleOptions extends FaultOptions {
  /** Only these; all that the databases allow when left out. */
  only?: FaultKind[] | undefined
  /** Swaps releases, and nothing else. */
  mixed?: boolean | undefined
  /** Mean time between two faults of a lane, in ms. */
  quietMs: number
  /** How long a fault may take, in ms. */
  limitMs?: number
}

/** Makes faults until told to stop; then `stop` returns once the last one is over. */
export function startFaults(options: ScheduleOptions) {
  const { stage, random, hasBegun, only, mixed = false, quietMs, limitMs = LIMIT_MS } = options
  const counts: Partial<Record<FaultKind, number>> = {}
  const stopping = new AbortController()

  async function runLane(kinds: FaultKind[], laneRandom: Random): Promise<void> {
    const faults = createFaults({ stage, random: laneRandom, hasBegun })
    let deck: FaultKind[] = []
    let tookMs = 0
    for (;;) {
      // On a busy machine a restart takes its time, and so does the work that has to get done in between.
      await delay(laneRandom.int(quietMs * 0.4, quietMs * 1.6) + tookMs, undefined, {
        signal: stopping.signal,
      }).catch(() => {})
      if (stopping.signal.aborted) return
      if (deck.length === 0) deck = mixed ? kinds.toReversed() : laneRandom.shuffle(kinds)
      const kind = deck.pop() as FaultKind
      const startedAt = performance.now()
      stage.timeline(`${kind} begins`)
      await inTime(kind, faults[kind](), limitMs)
      tookMs = performance.now() - startedAt
      stage.timeline(`${kind} is over`)
      counts[kind] = (counts[kind] ?? 0) + 1
    }
  }

  const possible = (kind: FaultKind) =>
    (kind !== 'crash-database' || stage.crashDatabase !== undefined) &&
    (!kind.endsWith('-other') || stage.others !== undefined) &&
    (!kind.endsWith('-node') || stage.galera !== undefined) &&
    (!only || only.includes(kind))
  const decks = (mixed ? [swaps] : lanes)
    .map((kinds) => kinds.filter(possible))
    .filter((kinds) => kinds.length > 0)
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
