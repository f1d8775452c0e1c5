import { MAX_MADE_AT_AGE_MS, SAME_TIME_MS } from '@mms/contracts'
import type { Caller } from '@mms/service-kit'

/** Earliest time that every supported database can store. */
const EARLIEST = Date.UTC(1970, 0, 1)

export function madeAtOf(text: string | undefined): Date | null {
  const madeAt = text === undefined ? null : new Date(text)
  return madeAt !== null && madeAt.getTime() >= EARLIEST ? madeAt : null
}

/** The first 48 bits of a UUIDv7 are milliseconds since 1970 (RFC 9562). */
const UUID_7 = /^([\da-f]{8})-([\da-f]{4})-7/

/**
 * The earliest time that a caller may claim. Staff cannot claim a time before their sign-in, which the session id
 * contains. Otherwise a stolen token could backdate a sale to a day when expired stock was good.
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
  earliest: Date
}

/**
 * Accepts a claimed time up to 31 days back, never in the future. Within a minute of arrival the arrival time counts,
 * so that sales of two counters keep their order.
 */
export function recordedTimesOf({ madeAt, earliest }: ClaimedTime, now: Date) {
  const age = madeAt === null ? 0 : now.getTime() - madeAt.getTime()
  if (madeAt === null || age <= SAME_TIME_MS || age > MAX_MADE_AT_AGE_MS || madeAt < earliest)
    return { createdAt: now, madeAt, recordedAt: null }
  return { createdAt: madeAt, madeAt, recordedAt: now }
}
