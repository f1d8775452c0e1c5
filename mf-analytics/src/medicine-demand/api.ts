import type { MedicineDemand } from '@mms/contracts'
import { http, useQuery, useRefetchOn } from '@mms/sdk'
import { medicineDemandKeys } from '../keys.ts'

/** A medicine's demand, and what each figure of it comes from. */
export function useMedicineDemand(id: string) {
  useRefetchOn(['medicines-changed'], medicineDemandKeys(id), { throughFeed: ['medicines-changed'] })
  return useQuery({
    queryKey: medicineDemandKeys(id),
    queryFn: async ({ signal }) =>
      (await http.get<MedicineDemand>(`/api/demand/${encodeURIComponent(id)}`, { signal, quiet: true })).data,
    staleTime: 0,
    // The forecast of a store that is new or has changed is there within seconds.
    refetchInterval: ({ state }) => (state.data?.forecastState === 'pending' ? 5_000 : false),
  })
}
