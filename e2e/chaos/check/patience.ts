import { setTimeout as delay } from 'node:timers/promises'
import { COMMAND_TIMEOUT_MS } from '../stage/releases.ts'
import type { Stage } from '../stage/stage.ts'

export interface Patience {
  limitMs: number
  /** Aborted when waiting longer makes no sense. */
  signal: AbortSignal
  stop(): void
}

/** Well below the timeout of sales, so that commands succeed too. */
const PROMPT_MS = COMMAND_TIMEOUT_MS / 4
const PAUSE_MS = 100
const AT_MOST = 10

/** Response time of inventory in ms; undefined if it was slow. */
async function ask({ inventory }: Pick<Stage, 'inventory'>): Promise<number | undefined> {
  const askedAt = performance.now()
  try {
    const { ok } = await fetch(`${inventory.url}/readyz`, { signal: AbortSignal.timeout(PROMPT_MS) })
    return ok ? performance.now() - askedAt : undefined
  } catch {
    return undefined
  }
}

/**
 * A time limit that only counts while inventory responds promptly. On an overloaded machine nothing settles,
 * and that is no fault.
 */
export function createPatience(stage: Pick<Stage, 'inventory'>, limitMs: number): Patience {
  const over = new AbortController()
  const stopping = new AbortController()
  const startedAt = performance.now()
  void (async () => {
    let left = limitMs
    while (left > 0 && performance.now() - startedAt < AT_MOST * limitMs) {
      const tookMs = await ask(stage)
      if (tookMs !== undefined) left -= tookMs + PAUSE_MS
      await delay(PAUSE_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
    }
    over.abort()
  })()
  return { limitMs, signal: over.signal, stop: () => stopping.abort() }
}
