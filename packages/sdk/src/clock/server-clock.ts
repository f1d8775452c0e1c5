import { create } from 'zustand'

const STORED = 'mms.clock-ahead-ms'
/** A smaller difference is network delay, not the clock. */
const WORTH_MS = 30_000
/** A slower answer is ignored: the computer may have slept. */
const LONGEST_WAY_MS = 10_000
const WRONG_MS = 10 * 60_000

const useClock = create(() => ({
  serverIsAheadMs: Number(localStorage.getItem(STORED)) || 0,
  isNoted: false,
}))

/** Notes the `Date` header of an answer to a request sent at `askedAt` (ms). */
export function noteServerDate(date: string | null, askedAt = Date.now()): void {
  const at = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(at) || Math.abs(Date.now() - askedAt) > LONGEST_WAY_MS) return
  const difference = at - Date.now()
  const next = Math.abs(difference) < WORTH_MS ? 0 : difference
  const { serverIsAheadMs, isNoted } = useClock.getState()
  if (isNoted && Math.abs(next - serverIsAheadMs) < WORTH_MS) return
  useClock.setState({ serverIsAheadMs: next, isNoted: true })
  if (next === 0) localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, String(next))
}

/** Minutes that this computer's clock is ahead of the server's, negative if behind; 0 below ten minutes. */
export const useMinutesAhead = (): number =>
  useClock(({ serverIsAheadMs }) =>
    Math.abs(serverIsAheadMs) < WRONG_MS ? 0 : Math.round(-serverIsAheadMs / 60_000),
  )

/** Returns the server's time, also offline: a counter computer's clock may be a day off. */
export const serverNow = (): Date => new Date(Date.now() + useClock.getState().serverIsAheadMs)
