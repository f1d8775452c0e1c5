import type { Knex } from 'knex'

/** Clocks of two machines are apart by less, in ms. */
export const CLOCK_SKEW_MS = 60_000

/**
 * Whether an instant (ms) lies further ahead than code that sets it at most `longestMs` ahead can have set it: then a clock that ran
 * ahead wrote it, and it decides nothing.
 *
 * @example if (until > now && !isTooFarAhead(until, now, LEASE_MS)) return 'another is at it'
 */
export const isTooFarAhead = (at: number, now: number, longestMs: number): boolean =>
  at > now + longestMs + CLOCK_SKEW_MS

/**
 * Adds the condition that the instant of a row has come, or is not to be believed because it `isTooFarAhead`. Where most rows have
 * none, say `>= new Date(0)` beside it: SQLite reads the whole index otherwise.
 *
 * @example db('deliveries').where((due) => whereDue(due, 'next_attempt_at', new Date(), LONGEST_BACKOFF_MS))
 */
export function whereDue(query: Knex.QueryBuilder, column: string, now: Date, longestMs: number): void {
  const latest = new Date(now.getTime() + longestMs + CLOCK_SKEW_MS)
  void query.where((due) => void due.where(column, '<=', now).orWhere(column, '>', latest))
}
