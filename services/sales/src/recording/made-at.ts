import type { IncomingHttpHeaders } from 'node:http'
import { MADE_AT_HEADER, OLDEST_MADE_AT_MS, SAME_TIME_MS } from '@mms/contracts'
import { z } from 'zod'
import type { TransactionRecord } from '../transactions/rules.ts'

const instantSchema = z.iso.datetime()
/** What every database can hold. */
const EARLIEST = Date.UTC(1970, 0, 1)

/**
 * The instant at which a request says it was made; null without one, and for one that cannot be read: a sale is not
 * refused for the clock of a computer.
 */
export function madeAtOf(headers: IncomingHttpHeaders): Date | null {
  const { success, data } = instantSchema.safeParse(headers[MADE_AT_HEADER.toLowerCase()])
  const madeAt = success ? new Date(data) : null
  return madeAt !== null && madeAt.getTime() >= EARLIEST ? madeAt : null
}

/**
 * The times of a transaction that arrives `now`. An earlier one is believed up to 31 days back. What is said to be made in
 * the future is made now: the clock that says so is wrong. Within a minute both are one time, that of its arrival, so that
 * what two tills record stands in the order in which it came.
 */
export function timesOf(
  madeAt: Date | null,
  now: Date,
): Pick<TransactionRecord, 'createdAt' | 'madeAt' | 'recordedAt'> {
  const age = madeAt === null ? 0 : now.getTime() - madeAt.getTime()
  if (madeAt === null || age <= SAME_TIME_MS || age > OLDEST_MADE_AT_MS)
    return { createdAt: now, madeAt, recordedAt: null }
  return { createdAt: madeAt, madeAt, recordedAt: now }
}
