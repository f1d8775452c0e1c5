import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '@mms/service-kit/random'
import { createFaults, type FaultKind, type FaultOptions } from './faults.ts'

/** One fault of each lane at a time: sale processes and database, other processes, network, nodes. */
const lanes: FaultKind[][] = [
  ['kill-inventory', 'kill-sales', 'pause-inventory', 'pause-sales', 'kill-sales', 'crash-database'],
  ['kill-other', 'pause-other'],
  ['cut-connections', 'delay-connections'],
  ['kill-node', 'pause-node', 'isolate-node'],
]
const swaps: FaultKind[] = ['swap-inventory', 'swap-sales']

/** Longer than any fault needs on a busy machine. */
const LIMIT_MS = 300_000

/** Rejects if a fault takes too long, which ends the run. */
async function inTime(kind: FaultKind, fault: Promise<void>): Promise<void> {
  const over = new AbortController()
  const tooLate = delay(LIMIT_MS, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${kind} was not over after ${LIMIT_MS} ms`)
  })
  try {
    await Promise.race([fault, tooLate])
  } finally {
    over.abort()
    tooLate.catch(() => {})
  }
}

export interface ScheduleOptions extends FaultOptions {
  /** Default: all that the databases allow. */
  only?: FaultKind[] | undefined
  /** Swaps releases only. */
  mixed?: boolean | undefined
  /** Mean time between two faults of a lane, in ms. */
  quietMs: number
}

/** Makes faults until `stop`, which resolves after the last one. */
export function startFaults(options: ScheduleOptions) {
  const { stage, random, hasBegun, only, mixed = false, quietMs } = options
  const counts: Partial<Record<FaultKind, number>> = {}
  const stopping = new AbortController()

  async function runLane(kinds: FaultKind[], laneRandom: Random): Promise<void> {
    const faults = createFaults({ stage, random: laneRandom, hasBegun })
    let deck: FaultKind[] = []
    let tookMs = 0
    for (;;) {
      // Restarts take long on a busy machine, so the pause grows with them.
      await delay(laneRandom.int(quietMs * 0.4, quietMs * 1.6) + tookMs, undefined, {
        signal: stopping.signal,
      }).catch(() => {})
      if (stopping.signal.aborted) return
      if (deck.length === 0) deck = mixed ? kinds.toReversed() : laneRandom.shuffle(kinds)
      const kind = deck.pop() as FaultKind
      const startedAt = performance.now()
      stage.timeline(`${kind} begins`)
      await inTime(kind, faults[kind]())
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
  // `stop` rejects if a fault did not happen.
  const all = Promise.all(running)
  all.catch(() => {})

  return {
    counts,
    /** Occurrences of the rarest kind. */
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
