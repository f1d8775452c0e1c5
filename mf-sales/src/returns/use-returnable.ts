import { type TransactionType, unitsAboveSold } from '@mms/contracts'
import { useQuery, useQueryClient, useSession } from '@mms/sdk'
import { returnableKeys } from '../keys.ts'
import { readLimits } from '../questions/limits.ts'
import { fetchReturnable } from './api.ts'

/** Asks while a return is typed, so that the latest sales count. The server checks again on recording. */
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
    needsApproval(id: string, quantity: number): boolean {
      const units = read(id)
      const { staffReturnUnits } = readLimits()
      return !isAdmin && units !== undefined && unitsAboveSold(quantity, units) > staffReturnUnits
    },
  }
}
