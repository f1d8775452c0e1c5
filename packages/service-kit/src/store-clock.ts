import { storeDate } from '@mms/contracts'

/** The time, and the store's calendar date at that time. */
export interface StoreClock {
  timeZone: string
  now(): Date
  /** `yyyy-mm-dd`, computed at each call: a service stays up over midnight. */
  today(): string
}

/** The clock of a store in `timeZone`; tests give a `now` of their own. */
export function createStoreClock(timeZone: string, now: () => Date = () => new Date()): StoreClock {
  return { timeZone, now, today: () => storeDate(timeZone, now()) }
}
