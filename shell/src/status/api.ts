import type { SuiteStatus } from '@mms/contracts'
import { areaKeys, http, useQuery } from '@mms/sdk'

const EVERY_MS = 10_000

/** What runs, and how the machine is; asked again while the page is open. */
export function useStatus() {
  return useQuery({
    queryKey: areaKeys('shell')('status'),
    queryFn: async ({ signal }) => (await http.get<SuiteStatus>('/api/status', { signal, quiet: true })).data,
    refetchInterval: EVERY_MS,
  })
}
