import type { Report } from '@mms/contracts'
import { http, keepPreviousData, useQuery, useRefetchOn } from '@mms/sdk'
import { reportKeys } from '../keys.ts'
import { type ChosenPeriod, periodProblem } from './period.ts'

/** What `/reports` shows, computed by the server for the period. */
export function useReport(chosen: ChosenPeriod) {
  useRefetchOn(['medicines-changed'], reportKeys(chosen), { throughFeed: ['medicines-changed'] })
  return useQuery({
    queryKey: reportKeys(chosen),
    queryFn: async ({ signal }) =>
      (await http.get<Report>('/api/reports', { query: { ...chosen }, signal, quiet: true })).data,
    enabled: !periodProblem(chosen),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
