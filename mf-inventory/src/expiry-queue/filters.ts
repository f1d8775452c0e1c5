import { addDays, batchStatuses } from '@mms/contracts'
import { type FiltersOf, oneOf, storeToday } from '@mms/sdk'

/** How many days ahead the queue looks, as text. */
export const horizons = ['30', '60', '90', '180'] as const
const USUAL_DAYS = 90

export const queueFilters = { days: oneOf(horizons), status: oneOf(batchStatuses) }
export type QueueFilters = FiltersOf<typeof queueFilters>

/** What the server is asked for: what can still be acted on, unless something held is looked for. */
export const queryOf = ({ days, status }: QueueFilters) => ({
  until: addDays(storeToday(), Number(days || USUAL_DAYS)),
  status: status || 'available',
})
