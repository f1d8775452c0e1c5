import { create } from 'zustand'

const STORED = 'mms.clock-ahead-ms'
/** Below this a difference is the way of the answer, not the clock. */
const WORTH_MS = 30_000
/** An answer that took longer says nothing of the time now: the computer may have slept on it. */
const LONGEST_WAY_MS = 10_000
/** From here on a clock is wrong enough to be said. */
const WRONG_MS = 10 * 60_000

const useClock = create(() => ({
  serverIsAheadMs: Number(localStorage.getItem(STORED)) || 0,
  isNoted: false,
}))

/** Notes the `Date` of an answer that has just come from the server, to what was asked at `askedAt` (milliseconds). */
export function noteServerDate(date: string | null, askedAt = Date.now()): void {
  const at = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(at) || Math.abs(Date.now() - askedAt) > LONGEST_WAY_MS) return
  const difference = at - Date.now()
  const next = Math.abs(difference) < WORTH_MS ? 0 : difference
  const { serverIsAheadMs, isNoted } = useClock.getState()
  // A second more or less is no news, and writing to the storage wakes other tabs.
  if (isNoted && Math.abs(next - serverIsAheadMs) < WORTH_MS) return
  useClock.setState({ serverIsAheadMs: next, isNoted: true })
  if (next === 0) localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, String(next))
}

/** How far this computer's clock is ahead of the server's, in whole minutes, less than 0 behind; 0 below ten minutes. */
export const useMinutesAhead = (): number =>
  useClock(({ serverIsAheadMs }) =>
    Math.abs(serverIsAheadMs) < WRONG_MS ? 0 : Math.round(-serverIsAheadMs / 60_000),
  )

/** The time as the server has it, also while it is away: the clock of a counter's computer may be a day off. */
export const serverNow = (): Date => new Date(Date.now() + useClock.getState().serverIsAheadMs)
