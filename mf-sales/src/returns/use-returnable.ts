import { type Returnable, type TransactionType, unitsAboveSold } from '@mms/contracts'
import { http, useQuery, useQueryClient, useSession } from '@mms/sdk'
import { returnableKeys } from '../keys.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'
import { readLimits } from '../questions/limits.ts'

/** Asks while a return is typed, so that the latest sales count. The server checks again on recording. */
export function useReturnable(medicineId: string | undefined, type: TransactionType) {
  const queries = useQueryClient()
  const isAdmin = useSession(({ user }) => user?.role === 'admin')
  const path = `${TRANSACTIONS_PATH}/returnable/${encodeURIComponent(medicineId ?? '')}`
  useQuery({
    queryKey: returnableKeys(medicineId ?? ''),
    queryFn: async ({ signal }) => (await http.get<Returnable>(path, { signal, quiet: true })).data.units,
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
