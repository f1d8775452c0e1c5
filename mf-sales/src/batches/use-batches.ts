import type { TransactionType } from '@mms/contracts'
import { storeToday, useQuery } from '@mms/sdk'
import { batchKeys } from '../keys.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { fetchBatches, type MedicineBatch } from './api.ts'
import { limitToSellable } from './choices.ts'

const none: MedicineBatch[] = []

export const batchQuery = (medicineId: string) => ({
  queryKey: batchKeys(medicineId),
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchBatches(medicineId, signal),
})

const useBatchList = (medicineId: string | undefined) =>
  useQuery({ ...batchQuery(medicineId ?? ''), enabled: medicineId !== undefined, staleTime: 0 })

export const useBatches = (medicineId: string | undefined): MedicineBatch[] =>
  useBatchList(medicineId).data ?? none

/** Leaves out expired and held batches. A failed reload blocks no sale: a delivery may have arrived. */
export function useSellableMedicine(
  medicine: PickedMedicine | null,
  type: TransactionType,
): PickedMedicine | null {
  const { data = none, isError } = useBatchList(type === 'sale' ? medicine?._id : undefined)
  if (!medicine || type !== 'sale') return medicine
  const sold = limitToSellable(medicine, data, storeToday())
  return isError ? { ...sold, unsaleable: undefined } : sold
}
