import { useQuery, useSession } from '@mms/sdk'
import { userKeys } from '../keys.ts'
import { fetchUsers } from './api.ts'

/** What to call who made a movement. The ledger keeps ids; only an administrator may learn everybody's name. */
export function useNames(): (actorId: string | null) => string {
  const me = useSession((session) => session.user)
  const { data } = useQuery({
    queryKey: userKeys,
    queryFn: ({ signal }) => fetchUsers(signal),
    enabled: me?.role === 'admin',
  })
  return (actorId) => {
    if (actorId === null) return '-'
    if (actorId === me?.id) return 'You'
    return data?.find(({ _id }) => _id === actorId)?.name ?? '-'
  }
}
