import { DEFAULT_TIME_ZONE, isTimeZone, storeDate } from '@mms/contracts'
import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { serverNow } from './server-clock.ts'

const STORED = 'mms.store-time-zone'
/** How often a page that stays open looks whether another day has begun. */
const LOOK_MS = 20_000

const stored = localStorage.getItem(STORED)
const useZone = create(() => ({ zone: stored && isTimeZone(stored) ? stored : DEFAULT_TIME_ZONE }))

/** The store's time zone, which everything on the screen goes by: the server's, else the one it sent last. */
export const storeTimeZone = (): string => useZone.getState().zone

/** Notes the zone that the server sends. One that this browser does not have is passed over, like none. */
export function noteStoreTimeZone(zone: string | undefined): void {
  if (!zone || !isTimeZone(zone) || zone === storeTimeZone()) return
  localStorage.setItem(STORED, zone)
  useZone.setState({ zone })
}

/** Calls `listener` with the zone now, and whenever it is another one. Returns the function that ends it. */
export function followStoreTimeZone(listener: (zone: string) => void): () => void {
  listener(storeTimeZone())
  return useZone.subscribe(({ zone }) => listener(zone))
}

/** Today in the store, `yyyy-mm-dd`, whatever clock and zone this computer has. */
export const storeToday = (): string => storeDate(storeTimeZone(), serverNow())

/** The same on a page, which is drawn again when another day begins. */
export const useStoreToday = (): string => useSyncExternalStore(followDay, storeToday)

function followDay(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_MS)
  const unfollow = useZone.subscribe(listener)
  return () => {
    clearInterval(timer)
    unfollow()
  }
}

/** The store's calendar date of an instant (ISO 8601), `yyyy-mm-dd`. */
export const storeDateOf = (instant: string): string => storeDate(storeTimeZone(), new Date(instant))
