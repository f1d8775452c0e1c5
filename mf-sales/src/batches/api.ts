import type { Batch } from '@mms/contracts'
import { http } from '@mms/sdk'

/** A batch of a medicine as the counter needs it; its own price and MRP, or null where it is the medicine's. */
export type MedicineBatch = Pick<
  Batch,
  '_id' | 'number' | 'expiryDate' | 'status' | 'stock' | 'unitPrice' | 'mrp'
>

/** The batches of a medicine, first to expire first. */
export async function fetchBatches(medicineId: string, signal?: AbortSignal): Promise<MedicineBatch[]> {
  const path = `/api/medicines/${encodeURIComponent(medicineId)}/batches`
  return (await http.get<MedicineBatch[]>(path, { quiet: true, ...(signal && { signal }) })).data
}
