import type { TransactionType } from '@mms/contracts'
import { storeToday, useQuery } from '@mms/sdk'
import { batchKeys } from '../keys.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { fetchBatches, type MedicineBatch } from './api.ts'
import { asSold } from './choices.ts'

const none: MedicineBatch[] = []

export const batchQuery = (medicineId: string) => ({
  queryKey: batchKeys(medicineId),
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchBatches(medicineId, signal),
})

/** The batches of the chosen medicine; none until they are there, and without a connection: then the server chooses. */
export function useBatches(medicineId: string | undefined): MedicineBatch[] {
  const { data } = useQuery({
    ...batchQuery(medicineId ?? ''),
    enabled: medicineId !== undefined,
    staleTime: 0,
  })
  return data ?? none
}

/** The chosen medicine as a sale sees it: without what has expired or is held. */
export function useAsSold(medicine: PickedMedicine | null, type: TransactionType): PickedMedicine | null {
  const batches = useBatches(type === 'sale' ? medicine?._id : undefined)
  return medicine && type === 'sale' ? asSold(medicine, batches, storeToday()) : medicine
}
