import { DEFAULT_TIME_ZONE, isTimeZone, storeDate } from '@mms/contracts'
import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { serverNow } from './server-clock.ts'

const STORED = 'mms.store-time-zone'
const LOOK_MS = 20_000

const stored = localStorage.getItem(STORED)
const useZone = create(() => ({ zone: stored && isTimeZone(stored) ? stored : DEFAULT_TIME_ZONE }))

/** Returns the store's time zone as last received from the server. */
export const storeTimeZone = (): string => useZone.getState().zone

/** Stores the time zone that the server sent, if this browser knows it. */
export function noteStoreTimeZone(zone: string | undefined): void {
  if (!zone || !isTimeZone(zone) || zone === storeTimeZone()) return
  localStorage.setItem(STORED, zone)
  useZone.setState({ zone })
}

/** Calls `listener` with the zone now and after each change. Returns a function to unsubscribe. */
export function followStoreTimeZone(listener: (zone: string) => void): () => void {
  listener(storeTimeZone())
  return useZone.subscribe(({ zone }) => listener(zone))
}

/** Today's date in the store, `yyyy-mm-dd`. Does not depend on this computer's clock or zone. */
export const storeToday = (): string => storeDate(storeTimeZone(), serverNow())

/** Like `storeToday`, but renders again when the day changes. */
export const useStoreToday = (): string => useSyncExternalStore(followDay, storeToday)

function followDay(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_MS)
  const unfollow = useZone.subscribe(listener)
  return () => {
    clearInterval(timer)
    unfollow()
  }
}

/** Returns the store's calendar date of an instant (ISO 8601), as `yyyy-mm-dd`. */
export const storeDateOf = (instant: string): string => storeDate(storeTimeZone(), new Date(instant))
