import type { MedicineSummary, StockLevel } from '@mms/contracts'
import { http } from '@mms/sdk'

export async function fetchSummary(signal: AbortSignal): Promise<MedicineSummary> {
  return (await http.get<MedicineSummary>('/api/medicines/summary', { signal })).data
}

/** The medicines whose stock is lowest in relation to their minimum. */
export async function fetchStockLevels(signal: AbortSignal): Promise<StockLevel[]> {
  return (await http.get<StockLevel[]>('/api/medicines/stock-levels', { signal, quiet: true })).data
}
