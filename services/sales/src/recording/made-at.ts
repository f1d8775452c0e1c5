import { OLDEST_MADE_AT_MS, SAME_TIME_MS } from '@mms/contracts'
import type { Caller } from '@mms/service-kit'

/** The earliest time that every database can hold. */
const EARLIEST = Date.UTC(1970, 0, 1)

/** When a request says it was made; null without that, and where no database holds it. */
export function madeAtOf(text: string | undefined): Date | null {
  const madeAt = text === undefined ? null : new Date(text)
  return madeAt !== null && madeAt.getTime() >= EARLIEST ? madeAt : null
}

/** A UUID of version 7; its first 48 bits are milliseconds since 1970 (RFC 9562). */
const UUID_7 = /^([\da-f]{8})-([\da-f]{4})-7/

/**
 * The earliest time that a caller may name. Staff name none before their session began, which its id says: identity makes
 * it at sign-in. Otherwise a token could date a sale back to a day on which expired stock was good.
 */
export function earliestOf(
  { role, sessionId = '' }: Pick<Caller, 'role' | 'sessionId'>,
  now = new Date(),
): Date {
  if (role === 'admin') return new Date(EARLIEST)
  const [, high, low] = UUID_7.exec(sessionId) ?? []
  return high && low ? new Date(Number.parseInt(high + low, 16)) : now
}

export interface ClaimedTime {
  madeAt: Date | null
  /** An earlier time is not believed. */
  earliest: Date
}

/**
 * The times of a transaction that arrives `now`. An earlier one is believed up to 31 days back, one in the future never.
 * Within a minute it is that of its arrival, so that what two tills record stands in the order in which it came.
 */
export function timesOf({ madeAt, earliest }: ClaimedTime, now: Date) {
  const age = madeAt === null ? 0 : now.getTime() - madeAt.getTime()
  if (madeAt === null || age <= SAME_TIME_MS || age > OLDEST_MADE_AT_MS || madeAt < earliest)
    return { createdAt: now, madeAt, recordedAt: null }
  return { createdAt: madeAt, madeAt, recordedAt: now }
}
