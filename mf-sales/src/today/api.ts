import type { SalesToday } from '@mms/contracts'
import { http, useQuery, useRefetchOn, useStoreToday } from '@mms/sdk'
import { transactionKeys } from '../keys.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'

const LOOK_MS = 60_000

const fetchToday = async (signal: AbortSignal): Promise<SalesToday> =>
  (await http.get<SalesToday>(`${TRANSACTIONS_PATH}/today`, { signal, quiet: true })).data

export function useSalesToday() {
  const queryKey = transactionKeys('today', useStoreToday())
  // Sample data arrives through the inventory feed.
  useRefetchOn(['medicines-changed'], queryKey, { throughFeed: ['medicines-changed'] })
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchToday(signal),
    staleTime: 0,
    refetchInterval: LOOK_MS,
  })
}
