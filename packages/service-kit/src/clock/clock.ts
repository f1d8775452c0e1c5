import { storeDate } from '@mms/contracts'
import type { Knex } from 'knex'

/** Maximum clock difference between two machines, in ms. */
export const CLOCK_SKEW_MS = 60_000

/** Clock of a store in `timeZone`. Tests pass their own `now`. */
export function createStoreClock(timeZone: string, now: () => Date = () => new Date()) {
  /** `yyyy-mm-dd`. Computed at each call, because services run past midnight. */
  const today = (): string => storeDate(timeZone, now())
  return { timeZone, now, today }
}
export type StoreClock = ReturnType<typeof createStoreClock>

/** True if a stored time (ms) is later than `longestMs` allows, which a fast clock must have set. */
export const isTooFarAhead = (at: number, now: number, longestMs: number): boolean =>
  at > now + longestMs + CLOCK_SKEW_MS

/** Returns the result of `work`, or `late` after `ms`. Does not cancel `work`. */
export function withTimeout<T>(work: Promise<T>, ms: number, late: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(resolve, ms, late).unref()
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** Selects rows due now, or too far in the future. If most are null, add `>= new Date(0)` to use the index. */
export function whereDue(query: Knex.QueryBuilder, column: string, now: Date, longestMs: number): void {
  const latest = new Date(now.getTime() + longestMs + CLOCK_SKEW_MS)
  void query.where((due) => void due.where(column, '<=', now).orWhere(column, '>', latest))
}
