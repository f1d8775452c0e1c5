import type { CounterLimits } from '@mms/contracts'
import { ApiError, http } from '@mms/sdk'
import { LIMITS_PATH } from '../paths.ts'

/**
 * From where on the counter asks; null from the previous release, which takes the path for a transaction's.
 * Serves release 0.1.
 */
export async function fetchLimits(signal: AbortSignal): Promise<CounterLimits | null> {
  try {
    return (await http.get<CounterLimits>(LIMITS_PATH, { signal, quiet: true })).data
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return null
    throw error
  }
}
