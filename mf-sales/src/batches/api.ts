import type { Batch } from '@mms/contracts'
import { ApiError, http } from '@mms/sdk'

/** A batch of a medicine as the counter needs it; its own price, or null where it is the medicine's. */
export type MedicineBatch = Pick<Batch, '_id' | 'number' | 'expiryDate' | 'status' | 'stock' | 'unitPrice'>

/** The batches of a medicine, first to expire first; none from the previous release, which knows no batches. Serves release 0.1. */
export async function fetchBatches(medicineId: string, signal?: AbortSignal): Promise<MedicineBatch[]> {
  const path = `/api/medicines/${encodeURIComponent(medicineId)}/batches`
  try {
    return (await http.get<MedicineBatch[]>(path, { quiet: true, ...(signal && { signal }) })).data
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return []
    throw error
  }
}
