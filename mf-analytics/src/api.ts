import {
  type ClimateDemand,
  type DemandOutlook,
  type MedicineDemand,
  RECOMMENDED,
  type Report,
} from '@mms/contracts'
import { keepPreviousData, useRefetchOn } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { climateKeys, medicineDemandKeys, outlookKeys, recommendationKeys, reportKeys } from './keys.ts'

/** Computed from stock and sales: fetched again once a change of them has reached analytics through the feed. */
const useComputed: typeof useGet = (key, path, options) => {
  useRefetchOn(['medicines-changed'], key, { throughFeed: ['medicines-changed'] })
  return useGet(key, path, options)
}

/** Season, climate and what they are expected to do to the demand for each medicine. */
export const useClimateDemand = () => useComputed<ClimateDemand>(climateKeys, '/api/medicines/climate-demand')

/** The same with the first recommendations only. */
export const useRecommendations = () =>
  useComputed<ClimateDemand>(recommendationKeys, '/api/medicines/climate-demand', {
    query: { recommended: String(RECOMMENDED) },
  })

/** The multipliers of the months around this one, beside what was used. */
export const useOutlook = () =>
  useComputed<DemandOutlook>(outlookKeys, '/api/reports/demand-outlook', {
    refetchInterval: ({ state }) => (state.data?.isPending ? 1_500 : false),
  })

/** A medicine's demand, and what each figure of it comes from. */
export const useMedicineDemand = (id: string) =>
  useComputed<MedicineDemand>(medicineDemandKeys(id), `/api/demand/${encodeURIComponent(id)}`, {
    // The forecast of a store that is new or has changed is there within seconds.
    refetchInterval: ({ state }) => (state.data?.forecastState === 'pending' ? 5_000 : false),
  })

/** What `/reports` shows, computed by the server for the period. */
export const useReport = (period: Record<string, string>, enabled: boolean) =>
  useComputed<Report>(reportKeys(period), '/api/reports', {
    query: period,
    enabled,
    placeholderData: keepPreviousData,
  })
