import type { OutboxEntry } from './entry.ts'

const FIRST_BACKOFF_MS = 1_000
export const LONGEST_BACKOFF_MS = 15_000
const LONGEST_ASKED_MS = 5 * 60_000
/** Interval of status checks for entries that only an administrator can finish. */
export const STUCK_BACKOFF_MS = 60_000

/** After errors for this long, the user must decide whether to retry. */
export const GIVE_UP_MS = 15 * 60_000
/** Longest gap that counts as retrying. Background tabs try once a minute; a sleeping computer does not try. */
const LONGEST_GAP_MS = 2 * 60_000

/** Exponential backoff. The random part keeps the tabs of a store from retrying at the same moment. */
export function nextRetryAt(attempts: number, after: number | undefined): number {
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(attempts - 1, 10))
  const asked = Math.min(LONGEST_ASKED_MS, (after ?? 0) * 1_000)
  return Date.now() + Math.max(asked, backoff * (0.5 + Math.random() / 2))
}

/** Milliseconds until the next retry. A time beyond the longest delay was set by a wrong clock and counts as now. */
export function untilNextRetry({ nextAt }: OutboxEntry): number {
  const backoff = nextAt - Date.now()
  return backoff > LONGEST_ASKED_MS ? 0 : Math.max(0, backoff)
}

export function msOfTrouble({ triedAt, troubledMs = 0 }: OutboxEntry) {
  const now = Date.now()
  const gap = Math.min(LONGEST_GAP_MS, Math.max(0, now - (triedAt ?? now)))
  return { triedAt: now, troubledMs: troubledMs + gap }
}
