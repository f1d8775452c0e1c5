import type { OutboxEntry } from './entry.ts'

const FIRST_BACKOFF_MS = 1_000
export const LONGEST_BACKOFF_MS = 15_000
/** The longest backoff that the server may ask for: beyond it a page would look dead. */
const LONGEST_ASKED_MS = 5 * 60_000
/** So often is one looked at again that only an administrator can finish. */
export const STUCK_BACKOFF_MS = 60_000

/** What has met nothing but errors for so long is not retried until its owner decides. */
export const GIVE_UP_MS = 15 * 60_000
/**
 * Between two tries no more than this counts: tabs in the background try once a minute, but a computer that was shut
 * or whose clock was changed has not tried at all.
 */
const LONGEST_GAP_MS = 2 * 60_000

/** Exponential backoff with jitter, so that the tabs of a whole shop do not come back in step. */
export function nextRetryAt(attempts: number, after: number | undefined): number {
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(attempts - 1, 10))
  const asked = Math.min(LONGEST_ASKED_MS, (after ?? 0) * 1_000)
  return Date.now() + Math.max(asked, backoff * (0.5 + Math.random() / 2))
}

/** Milliseconds until its next retry. A time farther off than any backoff was written by a clock that was wrong. */
export function untilNextRetry({ nextAt }: OutboxEntry): number {
  const backoff = nextAt - Date.now()
  return backoff > LONGEST_ASKED_MS ? 0 : Math.max(0, backoff)
}

/** The time that an entry has spent with nothing but errors, one more of which it has just met. */
export function troubleOf({ triedAt, troubledMs = 0 }: OutboxEntry) {
  const now = Date.now()
  const gap = Math.min(LONGEST_GAP_MS, Math.max(0, now - (triedAt ?? now)))
  return { triedAt: now, troubledMs: troubledMs + gap }
}
