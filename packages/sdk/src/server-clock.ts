const STORED = 'mms.clock-ahead-ms'
/** Below this a difference is the way of the answer, not the clock. */
const WORTH_MS = 120_000

function readStored(): number {
  const stored = Number(localStorage.getItem(STORED))
  return Number.isFinite(stored) ? stored : 0
}

let serverIsAheadMs: number | undefined

/** Notes the `Date` of an answer that has just come from the server. */
export function noteServerDate(date: string | null): void {
  const at = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(at)) return
  const difference = at - Date.now()
  const next = Math.abs(difference) < WORTH_MS ? 0 : difference
  // A second more or less is no news, and writing to the storage wakes other tabs.
  if (serverIsAheadMs !== undefined && Math.abs(next - serverIsAheadMs) < WORTH_MS) return
  serverIsAheadMs = next
  if (next === 0) localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, String(next))
}

/** The time as the server has it, also while it is away: the clock of a counter's computer may be a day off. */
export function serverNow(): Date {
  serverIsAheadMs ??= readStored()
  return new Date(Date.now() + serverIsAheadMs)
}
