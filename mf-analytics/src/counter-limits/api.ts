import type { CounterLimits, CounterLimitsShown } from '@mms/contracts'
import { ApiError, http, useMutation, useQuery, useQueryClient } from '@mms/sdk'
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

/** Saves all limits, unless another administrator has since `version`. */
export function useSaveLimits(onSaved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ limits, version }: { limits: CounterLimits; version: number }) => {
      const headers = { 'If-Match': `"${version}"` }
      return (await http.put<CounterLimitsShown>(PATH, { body: limits, headers, quiet: true })).data
    },
    onSuccess: (saved) => {
      queries.setQueryData(limitKeys, saved)
      onSaved()
    },
  })
}
