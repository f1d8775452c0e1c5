import type { IncomingHttpHeaders } from 'node:http'
import { MADE_AT_HEADER, OLDEST_MADE_AT_MS, SAME_TIME_MS } from '@mms/contracts'
import { z } from 'zod'

const instantSchema = z.iso.datetime()
/** What every database can hold. */
const EARLIEST = Date.UTC(1970, 0, 1)

/** When a request says it was made; null without that, and where it cannot be read: a wrong clock must not refuse a sale. */
export function madeAtOf(headers: IncomingHttpHeaders): Date | null {
  const { success, data } = instantSchema.safeParse(headers[MADE_AT_HEADER.toLowerCase()])
  const madeAt = success ? new Date(data) : null
  return madeAt !== null && madeAt.getTime() >= EARLIEST ? madeAt : null
}

/**
 * The times of a transaction that arrives `now`. An earlier one is believed up to 31 days back, one in the future never.
 * Within a minute it is that of its arrival, so that what two tills record stands in the order in which it came.
 */
export function timesOf(madeAt: Date | null, now: Date) {
  const age = madeAt === null ? 0 : now.getTime() - madeAt.getTime()
  if (madeAt === null || age <= SAME_TIME_MS || age > OLDEST_MADE_AT_MS)
    return { createdAt: now, madeAt, recordedAt: null }
  return { createdAt: madeAt, madeAt, recordedAt: now }
}
