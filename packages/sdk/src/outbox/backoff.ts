import type { OutboxEntry } from './entry.ts'

const FIRST_BACKOFF_MS = 1_000
export const LONGEST_BACKOFF_MS = 15_000
const LONGEST_ASKED_MS = 5 * 60_000
/** Poll interval for entries that only an administrator can finish. */
export const STUCK_BACKOFF_MS = 60_000

/** After this time with nothing but errors, the owner decides about a retry. */
export const GIVE_UP_MS = 15 * 60_000
/** Longest gap that counts as trying. Background tabs try once a minute; a computer that slept does not try at all. */
const LONGEST_GAP_MS = 2 * 60_000

/** Exponential backoff with jitter, so that the tabs of a shop do not retry at the same moment. */
export function nextRetryAt(attempts: number, after: number | undefined): number {
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(attempts - 1, 10))
  const asked = Math.min(LONGEST_ASKED_MS, (after ?? 0) * 1_000)
  return Date.now() + Math.max(asked, backoff * (0.5 + Math.random() / 2))
}

/** Milliseconds until the next retry. A time beyond any backoff came from a wrong clock and counts as now. */
export function untilNextRetry({ nextAt }: OutboxEntry): number {
  const backoff = nextAt - Date.now()
  return backoff > LONGEST_ASKED_MS ? 0 : Math.max(0, backoff)
}

export function troubleOf({ triedAt, troubledMs = 0 }: OutboxEntry) {
  const now = Date.now()
  const gap = Math.min(LONGEST_GAP_MS, Math.max(0, now - (triedAt ?? now)))
  return { triedAt: now, troubledMs: troubledMs + gap }
}
