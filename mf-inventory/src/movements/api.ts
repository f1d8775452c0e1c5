import type { Movement, User } from '@mms/contracts'
import { http } from '@mms/sdk'
import { nextCursor } from '../medicines/api.ts'

export const MOVEMENTS_PAGE_SIZE = 20

export interface MovementsPage {
  movements: Movement[]
  /** Where the next page starts. */
  next: string | undefined
}

// Failures are shown by the panel itself, so these are quiet.

/** One page of a medicine's movements, newest first; `after` is the previous page's `next`. */
export async function fetchMovements(
  medicineId: string,
  after: string,
  signal: AbortSignal,
): Promise<MovementsPage> {
  const path = `/api/medicines/${encodeURIComponent(medicineId)}/movements`
  const query = { after, limit: MOVEMENTS_PAGE_SIZE }
  const { data, headers } = await http.get<Movement[]>(path, { query, signal, quiet: true })
  return { movements: data, next: nextCursor(headers.get('link')) }
}

/** Everybody who may sign in; administrators only. */
export async function fetchUsers(signal: AbortSignal): Promise<User[]> {
  return (await http.get<User[]>('/api/users', { signal, quiet: true })).data
}
