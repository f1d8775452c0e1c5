import { type CounterLimits, defaultCounterLimits } from '@mms/contracts'
import { useQuery } from '@mms/sdk'
import { limitKeys } from '../keys.ts'
import { fetchLimits } from './api.ts'

const NAME = 'mms.sales.limits'
const REFRESH_MS = 5 * 60_000

interface KnownLimits {
  limits: CounterLimits
  /**
   * Whether the server has such limits, and so keeps what was confirmed. The previous release refuses to be sent it.
   * Serves release 0.1.
   */
  isFromServer: boolean
  /** Nothing was answered in this browser yet. */
  isUnasked?: true
}

const none: KnownLimits = { limits: defaultCounterLimits, isFromServer: false }
const unasked: KnownLimits = { ...none, isUnasked: true }
let current: KnownLimits | null = null

/** From where on the counter asks: as the server said last, also without a connection. */
export function readLimits(): KnownLimits {
  current ??= readKept()
  return current
}

/** Whether the server is known to be of the previous release, which keeps no batch of a transaction. Serves release 0.1. */
export function keepsNoBatch(): boolean {
  const { isFromServer, isUnasked } = readLimits()
  return !isFromServer && !isUnasked
}

/** Asks for them with the first medicine that is chosen, and then every few minutes. */
export function useFreshLimits(isNeeded: boolean): void {
  useQuery({ queryKey: limitKeys(), queryFn: refresh, enabled: isNeeded, staleTime: REFRESH_MS })
}

/** For tests: as when the page has just been opened. */
export function resetLimits(): void {
  current = null
}

async function refresh({ signal }: { signal: AbortSignal }): Promise<KnownLimits> {
  const limits = await fetchLimits(signal)
  return keep(limits ? { limits: { ...defaultCounterLimits, ...limits }, isFromServer: true } : none)
}

function keep(known: KnownLimits): KnownLimits {
  current = known
  try {
    localStorage.setItem(NAME, JSON.stringify(known))
  } catch {
    // The browser stores nothing: they last as long as the page.
  }
  return known
}

function readKept(): KnownLimits {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? 'null') as KnownLimits | null
    return kept ? { ...kept, limits: { ...defaultCounterLimits, ...kept.limits } } : unasked
  } catch {
    return unasked
  }
}
