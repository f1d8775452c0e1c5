import type { User } from '@mms/contracts'
import { http } from '@mms/sdk'

/** Where a medicine's movements are, newest first. */
export const movementsPath = (medicineId: string) =>
  `/api/medicines/${encodeURIComponent(medicineId)}/movements`

/** Everybody who may sign in; administrators only. */
export async function fetchUsers(signal: AbortSignal): Promise<User[]> {
  return (await http.get<User[]>('/api/users', { signal, quiet: true })).data
}
