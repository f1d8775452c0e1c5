import type { ClimateDemand } from '@mms/contracts'
import { http, useQuery, useRefetchOn } from '@mms/sdk'
import { climateKeys } from '../keys.ts'

/** Season, climate and what they are expected to do to the demand for each medicine. */
export function useClimateDemand() {
  useRefetchOn(['medicines-changed'], climateKeys, { throughFeed: ['medicines-changed'] })
  return useQuery({
    queryKey: climateKeys,
    queryFn: async ({ signal }) =>
      (await http.get<ClimateDemand>('/api/medicines/climate-demand', { signal, quiet: true })).data,
    staleTime: 0,
  })
}
