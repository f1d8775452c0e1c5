import type { Report } from '@mms/contracts'
import { http, keepPreviousData, useQuery } from '@mms/sdk'
import { type ChosenPeriod, periodProblem } from './period.ts'

/** What `/reports` shows, computed by the server for the period. */
export function useReport(chosen: ChosenPeriod) {
  return useQuery({
    queryKey: ['analytics', 'report', chosen],
    queryFn: async ({ signal }) =>
      (await http.get<Report>('/api/reports', { query: { ...chosen }, signal, quiet: true })).data,
    enabled: !periodProblem(chosen),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
