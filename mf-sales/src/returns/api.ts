import type { Approve, Approved, Returnable } from '@mms/contracts'
import { ApiError, http } from '@mms/sdk'
import { TRANSACTIONS_PATH } from '../paths.ts'

/**
 * Units that were sold lately and not returned; null from the previous release, which does not say.
 * Serves release 0.1.
 */
export async function fetchReturnable(medicineId: string, signal: AbortSignal): Promise<number | null> {
  const path = `${TRANSACTIONS_PATH}/returnable/${encodeURIComponent(medicineId)}`
  try {
    return (await http.get<Returnable>(path, { signal, quiet: true })).data.units
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return null
    throw error
  }
}

export async function approve(request: Approve): Promise<Approved> {
  return (await http.post<Approved>('/api/auth/approvals', { body: request, quiet: true })).data
}
