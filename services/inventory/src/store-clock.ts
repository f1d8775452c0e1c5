import { storeDate } from '@mms/contracts'

/** The time, and the store's calendar date at that time. */
export interface StoreClock {
  now(): Date
  /** `yyyy-mm-dd`, computed at each call: the service stays up over midnight. */
  today(): string
}

export function createStoreClock(timeZone: string, now: () => Date = () => new Date()): StoreClock {
  return { now, today: () => storeDate(timeZone, now()) }
}
