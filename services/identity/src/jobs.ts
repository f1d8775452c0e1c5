import { setInterval } from 'node:timers/promises'
import type { Logger } from '@mms/service-kit'

const PRUNE_EVERY_MS = 10 * 60_000

/** Removes what has expired, now and every ten minutes, in each replica, until the process stops. */
export async function pruneRegularly(
  prune: () => Promise<void>,
  options: { log: Logger; signal: AbortSignal },
): Promise<void> {
  const { log, signal } = options
  const attempt = () => prune().catch((error: unknown) => log.warn({ err: error }, 'could not prune'))
  await attempt()
  try {
    for await (const _ of setInterval(PRUNE_EVERY_MS, undefined, { signal, ref: false })) await attempt()
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
