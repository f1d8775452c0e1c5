import { addDays, DEFAULT_TIME_ZONE, storeDate } from '@mms/contracts'

const today = storeDate(DEFAULT_TIME_ZONE)

export const askedMonthPath = `/api/transactions?limit=50&type=sale&startDate=${addDays(today, -60)}&endDate=${addDays(today, -31)}`
