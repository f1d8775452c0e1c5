import type { DemandOutlook } from '@mms/contracts'
import { http, useQuery } from '@mms/sdk'
import { outlookKeys } from '../keys.ts'

/** The multipliers of the months around this one, beside what was used. */
export function useOutlook() {
  return useQuery({
    queryKey: outlookKeys,
    queryFn: async ({ signal }) =>
      (await http.get<DemandOutlook>('/api/reports/demand-outlook', { signal, quiet: true })).data,
  })
}
