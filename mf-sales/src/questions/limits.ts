import { type CounterLimits, defaultCounterLimits } from '@mms/contracts'
import { useQuery } from '@mms/sdk'
import { limitKeys } from '../keys.ts'
import { fetchLimits } from './api.ts'

const NAME = 'mms.sales.limits'
const REFRESH_MS = 5 * 60_000

let current: CounterLimits | null = null

/** From where on the counter asks: as the server said last, also without a connection. */
export function readLimits(): CounterLimits {
  current ??= readKept()
  return current
}

/** Asks for them with the first medicine that is chosen, and then every few minutes. */
export function useFreshLimits(isNeeded: boolean): void {
  useQuery({ queryKey: limitKeys(), queryFn: refresh, enabled: isNeeded, staleTime: REFRESH_MS })
}

/** For tests: as when the page has just been opened. */
export function resetLimits(): void {
  current = null
}

async function refresh({ signal }: { signal: AbortSignal }): Promise<CounterLimits> {
  const limits = await fetchLimits(signal)
  current = limits
  try {
    localStorage.setItem(NAME, JSON.stringify(limits))
  } catch {
    // The browser stores nothing: they last as long as the page.
  }
  return limits
}

function readKept(): CounterLimits {
  try {
    return { ...defaultCounterLimits, ...JSON.parse(localStorage.getItem(NAME) ?? '{}') }
  } catch {
    return defaultCounterLimits
  }
}
