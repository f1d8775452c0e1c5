import type { ClimateDemand } from '@mms/contracts'
import { http, useQuery } from '@mms/sdk'

export const CLIMATE_KEY = ['analytics', 'climate-demand'] as const

/** Season, climate and what they are expected to do to the demand for each medicine. */
export function useClimateDemand() {
  return useQuery({
    queryKey: CLIMATE_KEY,
    queryFn: async ({ signal }) =>
      (await http.get<ClimateDemand>('/api/medicines/climate-demand', { signal, quiet: true })).data,
    staleTime: 0,
  })
}
