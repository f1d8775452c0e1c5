import type { MedicineHistoryLine, Movement, User } from '@mms/contracts'
import { useLocalPlace, usePagedRows, useSession } from '@mms/sdk'
import { isUnknown, useGet } from '@mms/sdk/queries'
import { medicineKeys, userKeys } from '../keys.ts'

const pathOf = (medicineId: string, list: 'history' | 'movements') =>
  `/api/medicines/${encodeURIComponent(medicineId)}/${list}`

export const historyPath = (medicineId: string) => pathOf(medicineId, 'history')

/** What became of a medicine, newest first. `kind` is a filter, or empty. */
export function useHistory(medicineId: string, kind: string) {
  const place = useLocalPlace()
  const options = {
    pageSize: 20,
    events: ['medicines-changed'],
    failureText: 'Failed to load the history',
    quiet: true,
  } as const
  const history = usePagedRows<MedicineHistoryLine>(place, {
    ...options,
    key: medicineKeys('history', medicineId),
    path: historyPath(medicineId),
    query: kind === '' ? {} : { kind },
  })
  // Serves release 0.1, which has the movements only.
  const probe = useGet(medicineKeys('history', medicineId, 'probe'), historyPath(medicineId), {
    query: { limit: '1' },
    enabled: history.failure !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isOld = isUnknown(probe.error)
  const movements = usePagedRows<Movement>(place, {
    ...options,
    key: medicineKeys('movements', medicineId),
    path: pathOf(medicineId, 'movements'),
    enabled: isOld,
  })
  const rows = movements.rows?.map((movement) => ({ at: movement.createdAt, movement }))
  return { list: isOld ? { ...movements, rows } : history, place }
}

/**
 * The name of the user who did something; `self` of the one who reads it. The ledger stores ids; only an administrator may learn
 * others' names.
 */
export function useNames(self = 'You'): (actorId: string | null, name?: string | null) => string {
  const me = useSession((session) => session.user)
  const isAdmin = me?.role === 'admin'
  const { data } = useGet<User[]>(userKeys, '/api/users', { enabled: isAdmin, staleTime: 30_000 })
  return (actorId, name) => {
    if (actorId === me?.id) return self
    return name ?? data?.find(({ _id }) => _id === actorId)?.name ?? '-'
  }
}
