import type { CounterLimits, CounterLimitsShown } from '@mms/contracts'
import { ApiError, http, useQuery } from '@mms/sdk'
import { limitKeys } from '../keys.ts'

const PATH = '/api/transactions/limits'

/** The limits; null from the previous release of sales, which has none. Serves release 0.1. */
async function fetchLimits(signal: AbortSignal): Promise<CounterLimitsShown | null> {
  try {
    return (await http.get<CounterLimitsShown>(PATH, { signal, quiet: true })).data
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return null
    throw error
  }
}

export function useLimits() {
  return useQuery({ queryKey: limitKeys, queryFn: ({ signal }) => fetchLimits(signal), staleTime: 0 })
}

/** Saves all limits, unless another administrator has since `etag`. */
export async function saveLimits(saved: { body: CounterLimits; etag: string }): Promise<CounterLimitsShown> {
  const headers = { 'If-Match': saved.etag }
  return (await http.put<CounterLimitsShown>(PATH, { body: saved.body, headers, quiet: true })).data
}
