import { setTimeout as delay } from 'node:timers/promises'
import { COMMAND_TIMEOUT_MS } from '../stage/releases.ts'
import type { Stage } from '../stage/stage.ts'

export interface Patience {
  limitMs: number
  /** Aborted when what has not happened until now never will. */
  signal: AbortSignal
  stop(): void
}

/** So much quicker than sales gives up: then commands get through as well. */
const PROMPT_MS = COMMAND_TIMEOUT_MS / 4
const PAUSE_MS = 100
/** For services that never answer: so many times the patience, whatever the machine does. */
const AT_MOST = 10

/** How long inventory took to answer; nothing when it was not prompt. */
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
 * Patience of `limitMs`, in which only the time counts while inventory answers promptly. On a machine so busy
 * that no command gets its answer in time nothing comes to rest either, and nobody is to blame.
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
