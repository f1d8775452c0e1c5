import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Feed } from './feed.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface RetentionOptions {
  log: Logger
  /** Ends the job: the process stops. */
  signal: AbortSignal
  /** How long an event is kept; a reader that was away longer rebuilds from a snapshot. */
  keepDays?: number
  everyMs?: number
}

/**
 * Forgets events older than `keepDays` (30), at once and then every hour, until `signal` aborts.
 * Several replicas may run it. A failure is logged and the next hour tries again.
 */
export async function pruneFeedRegularly(feed: Feed, options: RetentionOptions): Promise<void> {
  const { log, signal, keepDays = 30, everyMs = HOUR_MS } = options
  while (!signal.aborted) {
    try {
      const pruned = await feed.prune(new Date(Date.now() - keepDays * DAY_MS))
      if (pruned > 0) log.info({ pruned }, 'feed pruned')
    } catch (error) {
      log.warn({ err: error }, 'feed not pruned')
    }
    await delay(everyMs, undefined, { signal, ref: false }).catch(() => {})
  }
}
