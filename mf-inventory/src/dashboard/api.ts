import type { MedicineSummary, StockCover, StockLevel } from '@mms/contracts'
import { http, useQuery } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { medicineKeys } from '../keys.ts'

export const useSummary = () =>
  useQuery({
    queryKey: medicineKeys('summary'),
    queryFn: async ({ signal }) =>
      (await http.get<MedicineSummary>('/api/medicines/summary', { signal })).data,
    staleTime: 0,
  })

/** The medicines whose stock is lowest in relation to their minimum. */
export const useStockLevels = () =>
  useGet<StockLevel[]>(medicineKeys('stock-levels'), '/api/medicines/stock-levels')

/** How long the stock of all medicines lasts. */
export const useStockCover = (enabled: boolean) =>
  useGet<StockCover>(medicineKeys('stock-cover'), '/api/medicines/stock-cover', { enabled })
