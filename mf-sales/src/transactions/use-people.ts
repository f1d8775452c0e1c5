import type { User } from '@mms/contracts'
import { useSession } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { transactionKeys } from '../keys.ts'

export function usePeople(): (readonly [id: string, name: string])[] {
  const user = useSession((session) => session.user)
  const { data: users } = useGet<User[]>(transactionKeys('people'), '/api/users', {
    enabled: user?.role === 'admin',
    staleTime: 30_000,
  })
  if (!user) return []
  const others = (users ?? []).filter(({ _id }) => _id !== user.id)
  return [[user.id, `${user.name} (you)`], ...others.map(({ _id, name }) => [_id, name] as const)]
}
