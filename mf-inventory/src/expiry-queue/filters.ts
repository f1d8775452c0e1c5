import { ANY_EXPIRY, addDays, type QueueState, queueStates } from '@mms/contracts'
import { type FiltersOf, oneOf, storeToday } from '@mms/sdk'
import { formatDate } from '@mms/ui'
import { statusNames } from '../batches/words.ts'

/** The stock by batch, and what it is worth, also of what has no date. */
const EVERY = 'any'
/** How many days ahead the queue looks, as text. */
export const horizons = ['30', '60', '90', '180', EVERY] as const
export const horizonName = (days: string): string => (days === EVERY ? 'Any date' : `${days} days`)
const USUAL_DAYS = 90

export const queueFilters = { days: oneOf(horizons), status: oneOf(queueStates) }
export type QueueFilters = FiltersOf<typeof queueFilters>

export const stateNames: Record<QueueState, string> = { ...statusNames, discounted: 'Discounted' }

/** What the list is of. */
export const describeUntil = (until: string): string =>
  until === ANY_EXPIRY ? 'What is in stock, whatever its date' : `What expires until ${formatDate(until)}`

/** What the server is asked for: what can still be acted on, unless something held is looked for. */
export const queryOf = ({ days, status }: QueueFilters) => ({
  until: days === EVERY ? ANY_EXPIRY : addDays(storeToday(), Number(days || USUAL_DAYS)),
  status: status || 'available',
})
