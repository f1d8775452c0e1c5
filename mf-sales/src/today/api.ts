import type { SalesToday } from '@mms/contracts'
import { ApiError, http, useQuery, useRefetchOn, useStoreToday } from '@mms/sdk'
import { transactionKeys } from '../keys.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'

/** How often what was recorded on other computers is looked for. */
const LOOK_MS = 60_000

/** The day so far; null from the previous release of sales, which has no such route. Serves release 0.1. */
async function fetchToday(signal: AbortSignal): Promise<SalesToday | null> {
  try {
    return (await http.get<SalesToday>(`${TRANSACTIONS_PATH}/today`, { signal, quiet: true })).data
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return null
    throw error
  }
}

/** The store's day so far: of the next day from midnight on, and with each sale as it is recorded. */
export function useToday() {
  const queryKey = transactionKeys('today', useStoreToday())
  // The history of sample data comes through the feed of inventory.
  useRefetchOn(['medicines-changed'], queryKey, { throughFeed: ['medicines-changed'] })
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchToday(signal),
    staleTime: 0,
    refetchInterval: LOOK_MS,
  })
}
