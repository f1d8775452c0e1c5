import type { MedicineHistoryLine, User } from '@mms/contracts'
import { useLocalPlace, usePagedRows, useSession } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { medicineKeys, userKeys } from '../keys.ts'
import * as words from '../words/history.ts'

export const historyPath = (medicineId: string) => `/api/medicines/${encodeURIComponent(medicineId)}/history`

export function useMedicineHistory(medicineId: string, kind: string) {
  const place = useLocalPlace()
  const list = usePagedRows<MedicineHistoryLine>(place, {
    pageSize: 20,
    events: ['medicines-changed'],
    failureText: words.failedLoadHistory,
    quiet: true,
    key: medicineKeys('history', medicineId),
    path: historyPath(medicineId),
    query: kind === '' ? {} : { kind },
  })
  return { list, place }
}

/** The ledger stores ids. Only administrators may learn other users' names. */
export function useActorNames(self = words.you): (actorId: string | null, name?: string | null) => string {
  const me = useSession((session) => session.user)
  const isAdmin = me?.role === 'admin'
  const { data } = useGet<User[]>(userKeys, '/api/users', { enabled: isAdmin, staleTime: 30_000 })
  return (actorId, name) => {
    if (actorId === me?.id) return self
    return name ?? data?.find(({ _id }) => _id === actorId)?.name ?? '-'
  }
}
