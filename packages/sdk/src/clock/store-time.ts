import { DEFAULT_TIME_ZONE, isTimeZone, storeDate } from '@mms/contracts'
import { useSyncExternalStore } from 'react'
import { create } from 'zustand'

const STORED_ERROR = 'mms.clock-ahead-ms'
/** Smaller differences are treated as network delay. */
const WORTH_MS = 30_000
/** Slower answers are ignored, because the computer may have slept meanwhile. */
const LONGEST_WAY_MS = 10_000
const WRONG_MS = 10 * 60_000

const useClock = create(() => ({
  serverIsAheadMs: Number(localStorage.getItem(STORED_ERROR)) || 0,
  isNoted: false,
}))

/** Compares this clock with the `Date` header of an answer. `askedAt`: when the request was sent, in ms. */
export function noteServerDate(date: string | null, askedAt = Date.now()): void {
  const at = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(at) || Math.abs(Date.now() - askedAt) > LONGEST_WAY_MS) return
  const difference = at - Date.now()
  const next = Math.abs(difference) < WORTH_MS ? 0 : difference
  const { serverIsAheadMs, isNoted } = useClock.getState()
  if (isNoted && Math.abs(next - serverIsAheadMs) < WORTH_MS) return
  useClock.setState({ serverIsAheadMs: next, isNoted: true })
  if (next === 0) localStorage.removeItem(STORED_ERROR)
  else localStorage.setItem(STORED_ERROR, String(next))
}

/** Minutes by which this computer's clock is ahead of the server's; negative if behind, 0 below ten minutes. */
export const useMinutesAhead = (): number =>
  useClock(({ serverIsAheadMs }) =>
    Math.abs(serverIsAheadMs) < WRONG_MS ? 0 : Math.round(-serverIsAheadMs / 60_000),
  )

/** Returns the server's time, also offline. The clock of a counter computer may be wrong by a day. */
export const serverNow = (): Date => new Date(Date.now() + useClock.getState().serverIsAheadMs)

const STORED_ZONE = 'mms.store-time-zone'
const LOOK_MS = 20_000

const stored = localStorage.getItem(STORED_ZONE)
const useZone = create(() => ({ zone: stored && isTimeZone(stored) ? stored : DEFAULT_TIME_ZONE }))

/** Returns the store's time zone as last received from the server. */
export const storeTimeZone = (): string => useZone.getState().zone

/** Stores the time zone that the server sent, if this browser knows it. */
export function noteStoreTimeZone(zone: string | undefined): void {
  if (!zone || !isTimeZone(zone) || zone === storeTimeZone()) return
  localStorage.setItem(STORED_ZONE, zone)
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
