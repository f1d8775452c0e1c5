import type { Approve, Returnable, SignedApproval } from '@mms/contracts'
import { http } from '@mms/sdk'
import { TRANSACTIONS_PATH } from '../paths.ts'

export async function fetchReturnable(medicineId: string, signal: AbortSignal): Promise<number> {
  const path = `${TRANSACTIONS_PATH}/returnable/${encodeURIComponent(medicineId)}`
  return (await http.get<Returnable>(path, { signal, quiet: true })).data.units
}

export async function requestApproval(request: Approve): Promise<SignedApproval> {
  return (await http.post<SignedApproval>('/api/auth/approvals', { body: request, quiet: true })).data
}
