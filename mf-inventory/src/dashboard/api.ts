import type { MedicineSummary, StockCover, StockLevel } from '@mms/contracts'
import { http, useQuery } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { medicineKeys } from '../keys.ts'

export const useMedicineSummary = () =>
  useQuery({
    queryKey: medicineKeys('summary'),
    queryFn: async ({ signal }) =>
      (await http.get<MedicineSummary>('/api/medicines/summary', { signal })).data,
    staleTime: 0,
  })

export const useStockLevels = () =>
  useGet<StockLevel[]>(medicineKeys('stock-levels'), '/api/medicines/stock-levels')

export const useStockCover = (enabled: boolean) =>
  useGet<StockCover>(medicineKeys('stock-cover'), '/api/medicines/stock-cover', { enabled })
