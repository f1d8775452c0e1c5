import { create } from 'zustand'

const STORED = 'mms.clock-ahead-ms'
/** Smaller differences are treated as network delay. */
const WORTH_MS = 30_000
/** Slower answers are ignored, because the computer may have slept meanwhile. */
const LONGEST_WAY_MS = 10_000
const WRONG_MS = 10 * 60_000

const useClock = create(() => ({
  serverIsAheadMs: Number(localStorage.getItem(STORED)) || 0,
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
  if (next === 0) localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, String(next))
}

/** Minutes by which this computer's clock is ahead of the server's; negative if behind, 0 below ten minutes. */
export const useMinutesAhead = (): number =>
  useClock(({ serverIsAheadMs }) =>
    Math.abs(serverIsAheadMs) < WRONG_MS ? 0 : Math.round(-serverIsAheadMs / 60_000),
  )

/** Returns the server's time, also offline. The clock of a counter computer may be wrong by a day. */
export const serverNow = (): Date => new Date(Date.now() + useClock.getState().serverIsAheadMs)
