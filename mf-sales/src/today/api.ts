import type { SalesToday } from '@mms/contracts'
import { http, useQuery, useRefetchOn, useStoreToday } from '@mms/sdk'
import { transactionKeys } from '../keys.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'

/** How often what was recorded on other computers is looked for. */
const LOOK_MS = 60_000

const fetchToday = async (signal: AbortSignal): Promise<SalesToday> =>
  (await http.get<SalesToday>(`${TRANSACTIONS_PATH}/today`, { signal, quiet: true })).data

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
