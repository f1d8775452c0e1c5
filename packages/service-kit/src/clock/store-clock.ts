import { storeDate } from '@mms/contracts'

export interface StoreClock {
  timeZone: string
  now(): Date
  /** `yyyy-mm-dd`, computed at each call: a service runs past midnight. */
  today(): string
}

/** Clock of a store in `timeZone`; tests pass their own `now`. */
export function createStoreClock(timeZone: string, now: () => Date = () => new Date()): StoreClock {
  return { timeZone, now, today: () => storeDate(timeZone, now()) }
}
