import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Lag } from '../telemetry/lag.ts'

const LONGEST_BACKOFF_MS = 10_000
/** Processes start and stop together, so only longer failures deserve a warning. */
const PASSING_MS = 5_000

export interface Following {
  name: string
  log: Logger
  lag: Lag
  step: (signal: AbortSignal) => Promise<'read' | 'rebuilt'>
}

/** Repeats `step` until stopped, with a backoff after failures. */
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
        // A feed that is gone right after a rebuild will be gone again.
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
