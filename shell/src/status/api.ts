import type { SuiteStatus } from '@mms/contracts'
import { areaKeys, http, useQuery } from '@mms/sdk'

const EVERY_MS = 10_000

export function useStatus() {
  return useQuery({
    queryKey: areaKeys('shell')('status'),
    queryFn: async ({ signal }) => (await http.get<SuiteStatus>('/api/status', { signal, quiet: true })).data,
    refetchInterval: EVERY_MS,
  })
}
