import { ANY_EXPIRY, addDays, type QueueState, queueStates } from '@mms/contracts'
import { type FiltersOf, oneOf, storeToday } from '@mms/sdk'
import { formatDate } from '@mms/ui'
import { statusNames } from '../words/batches.ts'
import * as words from '../words/expiry-queue.ts'

const EVERY = 'any'
export const horizons = ['30', '60', '90', '180', EVERY] as const
export const horizonName = (days: string): string => (days === EVERY ? words.anyDate : words.days(days))
const USUAL_DAYS = 90

export const queueFilters = { days: oneOf(horizons), status: oneOf(queueStates) }
export type QueueFilters = FiltersOf<typeof queueFilters>

export const stateNames: Record<QueueState, string> = { ...statusNames, discounted: words.discounted }

export const describeUntil = (until: string): string =>
  until === ANY_EXPIRY ? words.allDates : words.expiresBy(formatDate(until))

/** By default, lists only batches that can still be acted on. */
export const queryOf = ({ days, status }: QueueFilters) => ({
  until: days === EVERY ? ANY_EXPIRY : addDays(storeToday(), Number(days || USUAL_DAYS)),
  status: status || 'available',
})
