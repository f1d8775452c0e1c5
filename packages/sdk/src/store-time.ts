import { DEFAULT_TIME_ZONE, isTimeZone, storeDate } from '@mms/contracts'
import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

const STORED = 'mms.store-time-zone'
/** How often a page that stays open looks whether another day has begun. */
const LOOK_MS = 20_000

let zone: string | undefined
const listeners = new Set<() => void>()

/** The store's time zone, which everything on the screen goes by: the server's, else the one it told last. */
export function storeTimeZone(): string {
  zone ??= known(localStorage.getItem(STORED)) ?? DEFAULT_TIME_ZONE
  return zone
}

/** Notes the zone that the server tells. One that this browser does not know is passed over, like none. */
export function noteStoreTimeZone(told: string | undefined): void {
  const next = known(told)
  if (next === undefined || next === storeTimeZone()) return
  zone = next
  localStorage.setItem(STORED, next)
  for (const listener of [...listeners]) listener()
}

const known = (name: string | null | undefined) => (name && isTimeZone(name) ? name : undefined)

/** Calls `listener` with the zone now, and whenever it is another one. Returns the function that ends it. */
export function followStoreTimeZone(listener: (zone: string) => void): () => void {
  const tell = () => listener(storeTimeZone())
  tell()
  return follow(tell)
}

/** Today in the store, `yyyy-mm-dd`, whatever clock and zone this computer has. */
export const storeToday = (): string => storeDate(storeTimeZone(), serverNow())

/** The same on a page, which is drawn again when another day begins. */
export const useStoreToday = (): string => useSyncExternalStore(followDay, storeToday)

function followDay(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_MS)
  const unfollow = follow(listener)
  return () => {
    clearInterval(timer)
    unfollow()
  }
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The store's calendar date of an instant (ISO 8601), `yyyy-mm-dd`. */
export const storeDateOf = (instant: string): string => storeDate(storeTimeZone(), new Date(instant))
