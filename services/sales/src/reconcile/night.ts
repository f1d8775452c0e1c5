import { addDays, startOfStoreDay, storeDate } from '@mms/contracts'

/** Hours after the store's midnight, when the counter is closed. */
const HOUR_OF_NIGHT = 3

export function nextNight(now: Date, timeZone: string): Date {
  const today = storeDate(timeZone, now)
  const nights = [today, addDays(today, 1)].map(
    (date) => new Date(startOfStoreDay(date, timeZone).getTime() + HOUR_OF_NIGHT * 3_600_000),
  )
  return nights.find((night) => night > now) as Date
}
