import { type CounterLimits, defaultCounterLimits } from '@mms/contracts'
import { useQuery } from '@mms/sdk'
import { limitKeys } from '../keys.ts'
import { fetchLimits } from './api.ts'

const NAME = 'mms.sales.limits'
const REFRESH_MS = 5 * 60_000

let current: CounterLimits | null = null

export function readLimits(): CounterLimits {
  current ??= readKept()
  return current
}

export function useFreshLimits(isNeeded: boolean): void {
  useQuery({ queryKey: limitKeys(), queryFn: refresh, enabled: isNeeded, staleTime: REFRESH_MS })
}

/** Test hook: resets to a freshly opened page. */
export function resetLimits(): void {
  current = null
}

async function refresh({ signal }: { signal: AbortSignal }): Promise<CounterLimits> {
  const limits = await fetchLimits(signal)
  current = limits
  try {
    localStorage.setItem(NAME, JSON.stringify(limits))
  } catch {
    // If storage is full, the limits last as long as the page.
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
