import {
  addDays,
  type BatchFlow,
  type BatchMovement,
  DAY_MS,
  MAX_MADE_AT_AGE_MS,
  type NamedStockBatch,
  type Recall,
  type Transaction,
} from '@mms/contracts'
import { storeDateOf, useQuery } from '@mms/sdk'
import { fetchAllRows } from '@mms/sdk/csv'
import { BATCHES_PATH, batchKeys } from '../batches/api.ts'
import { useLive } from '../use-live.ts'

export interface TracedBatch {
  number: string
  manufacturer: string
}

export const useBatchTrace = ({ number, manufacturer }: TracedBatch) =>
  useLive<BatchFlow[]>(batchKeys('trace', number, manufacturer), BATCHES_PATH, {
    query: { number, ...(manufacturer !== '' && { manufacturer }) },
    enabled: number !== '',
  })

export const useHeldBatches = () => useLive<NamedStockBatch[]>(batchKeys('held'), `${BATCHES_PATH}/held`)

export const useRecalls = () => useLive<Recall[]>(batchKeys('recalls'), `${BATCHES_PATH}/recalls`)

export interface TracedMovement extends BatchMovement {
  batch: BatchFlow
}

async function movementsOf(batch: BatchFlow): Promise<TracedMovement[]> {
  const path = `${BATCHES_PATH}/${encodeURIComponent(batch._id)}/movements`
  return (await fetchAllRows<BatchMovement>(path, {})).map((movement) => ({ ...movement, batch }))
}

/** The keys include stock and version, because every movement changes both. */
const keyOf = (list: string, batches: readonly BatchFlow[]) =>
  batchKeys(list, ...batches.map(({ _id, version, stock }) => [_id, version, stock]))

export function useTracedMovements(batches: readonly BatchFlow[]) {
  return useQuery({
    queryKey: keyOf('movements', batches),
    queryFn: async () => {
      const lists = await Promise.all(batches.map(movementsOf))
      return lists.flat().toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    },
    enabled: batches.length > 0,
  })
}

/** Maximum days between a transaction and its recording. */
const LATE_DAYS = Math.ceil(MAX_MADE_AT_AGE_MS / DAY_MS)

async function notesOf(movements: readonly TracedMovement[]): Promise<Map<string, string>> {
  const byMedicine = Map.groupBy(movements, ({ batch }) => batch.medicineId)
  const lists = await Promise.all(
    [...byMedicine].map(([medicineId, moved]) => {
      const [newest = '', oldest = newest] = [moved[0], moved.at(-1)].flatMap((movement) =>
        movement ? storeDateOf(movement.createdAt) : [],
      )
      // One day more, because the clocks of the services may differ around midnight.
      const query = { medicineId, startDate: addDays(oldest, -LATE_DAYS), endDate: addDays(newest, 1) }
      return fetchAllRows<Transaction>('/api/transactions', query)
    }),
  )
  return new Map(lists.flat().map(({ _id, note }) => [_id, note]))
}

/** The sales service stores the notes under the ids of the movements. */
export function useMovementNotes(batches: readonly BatchFlow[], movements: readonly TracedMovement[] = []) {
  return useQuery({
    queryKey: keyOf('notes', batches),
    queryFn: () => notesOf(movements),
    enabled: movements.length > 0,
  })
}
