import type { User } from '@mms/contracts'
import { useSession } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { userKeys } from '../keys.ts'

/** Where a medicine's movements are, newest first. */
export const movementsPath = (medicineId: string) =>
  `/api/medicines/${encodeURIComponent(medicineId)}/movements`

/** The name of the user who made a movement. The ledger stores ids; only an administrator may learn others' names. */
export function useNames(): (actorId: string | null) => string {
  const me = useSession((session) => session.user)
  const isAdmin = me?.role === 'admin'
  const { data } = useGet<User[]>(userKeys, '/api/users', { enabled: isAdmin, staleTime: 30_000 })
  return (actorId) => {
    if (actorId === null) return '-'
    if (actorId === me?.id) return 'You'
    return data?.find(({ _id }) => _id === actorId)?.name ?? '-'
  }
}
