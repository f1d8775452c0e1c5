import { type TransactionType, unitsAboveSold } from '@mms/contracts'
import { useQuery, useQueryClient, useSession } from '@mms/sdk'
import { returnableKeys } from '../keys.ts'
import { readLimits } from '../questions/limits.ts'
import { fetchReturnable } from './api.ts'

/**
 * Asks the server what may come back of a medicine while a return of it is typed: what was sold a minute ago counts.
 * Without an answer nothing is asked here, and the server decides when the return arrives.
 */
export function useReturnable(medicineId: string | undefined, type: TransactionType) {
  const queries = useQueryClient()
  const isAdmin = useSession(({ user }) => user?.role === 'admin')
  useQuery({
    queryKey: returnableKeys(medicineId ?? ''),
    queryFn: ({ signal }) => fetchReturnable(medicineId ?? '', signal),
    enabled: medicineId !== undefined && type === 'return',
    staleTime: 0,
    gcTime: 0,
  })
  const read = (id: string) => queries.getQueryData<number>(returnableKeys(id))
  return {
    read,
    /** Whether staff need an administrator for it, as far as this browser knows. */
    needsApproval(id: string, quantity: number): boolean {
      const units = read(id)
      const { staffReturnUnits } = readLimits()
      return !isAdmin && units !== undefined && unitsAboveSold(quantity, units) > staffReturnUnits
    },
  }
}
