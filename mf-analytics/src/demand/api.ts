import {
  type ClimateDemand,
  type DemandOutlook,
  MAX_RECOMMENDED,
  type MedicineDemand,
  type Report,
} from '@mms/contracts'
import { keepPreviousData, useRefetchOn } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { climateKeys, medicineDemandKeys, outlookKeys, recommendationKeys, reportKeys } from '../keys.ts'

/** Refetched once a stock or sales change has reached analytics through the feed. */
const useComputed: typeof useGet = (key, path, options) => {
  useRefetchOn(['medicines-changed'], key, { throughFeed: ['medicines-changed'] })
  return useGet(key, path, options)
}

export const useClimateDemand = () => useComputed<ClimateDemand>(climateKeys, '/api/medicines/climate-demand')

export const useRecommendations = () =>
  useComputed<ClimateDemand>(recommendationKeys, '/api/medicines/climate-demand', {
    query: { recommended: String(MAX_RECOMMENDED) },
  })

/** Sample data and its sales arrive separately, and one may arrive after the last refetch. */
function outlookInterval(outlook: DemandOutlook | undefined): number | false {
  if (!outlook) return false
  if (outlook.isPending) return 1_500
  const isComplete = (['actual', 'forecast'] as const).every((part) =>
    outlook.months.some((month) => typeof month[part] === 'number'),
  )
  return isComplete ? false : 10_000
}

export const useDemandOutlook = () =>
  useComputed<DemandOutlook>(outlookKeys, '/api/reports/demand-outlook', {
    refetchInterval: ({ state }) => outlookInterval(state.data),
  })

export const useMedicineDemand = (id: string) =>
  useComputed<MedicineDemand>(medicineDemandKeys(id), `/api/demand/${encodeURIComponent(id)}`, {
    // A forecast of a new or changed store is ready within seconds.
    refetchInterval: ({ state }) => (state.data?.forecastState === 'pending' ? 5_000 : false),
  })

export const useReport = (period: Record<string, string>, enabled: boolean) =>
  useComputed<Report>(reportKeys(period), '/api/reports', {
    query: period,
    enabled,
    placeholderData: keepPreviousData,
  })
