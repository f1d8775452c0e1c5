import { useQuery } from '@mms/sdk'
import { batchKeys } from '../keys.ts'
import { fetchBatches, type MedicineBatch } from './api.ts'

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
