import type { Batch } from '@mms/contracts'
import { http } from '@mms/sdk'

export type MedicineBatch = Pick<
  Batch,
  '_id' | 'number' | 'expiryDate' | 'status' | 'stock' | 'unitPrice' | 'mrp'
>

export async function fetchBatches(medicineId: string, signal?: AbortSignal): Promise<MedicineBatch[]> {
  const path = `/api/medicines/${encodeURIComponent(medicineId)}/batches`
  return (await http.get<MedicineBatch[]>(path, { quiet: true, ...(signal && { signal }) })).data
}
