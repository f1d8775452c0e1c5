import { addDays, DEFAULT_TIME_ZONE, storeDate, storeDayBounds } from '@mms/contracts'

const today = storeDate(DEFAULT_TIME_ZONE)
const days = { startDate: addDays(today, -60), endDate: addDays(today, -31) }

/** A month of the type that is nine in ten of all. */
export const askedMonth = { type: 'sale' as const, ...days, ...storeDayBounds(days, DEFAULT_TIME_ZONE) }

export const askedMonthPath = `/api/transactions?limit=50&type=sale&startDate=${days.startDate}&endDate=${days.endDate}`
