import type { BatchFlow, BatchMovement, NamedStockBatch } from '@mms/contracts'
import { useQuery, useRefetchOn } from '@mms/sdk'
import { fetchAllRows } from '@mms/sdk/csv'
import { useGet } from '@mms/sdk/queries'
import { BATCHES_PATH, batchKeys } from '../batches/api.ts'

/** What is asked for; without a maker, of any. */
export interface Traced {
  number: string
  manufacturer: string
}

/** What came in, went out and is left of the batches with a number. */
export function useTrace({ number, manufacturer }: Traced) {
  const key = batchKeys('trace', number, manufacturer)
  useRefetchOn(['medicines-changed'], key)
  const query = { number, ...(manufacturer !== '' && { manufacturer }) }
  return useGet<BatchFlow[]>(key, BATCHES_PATH, { query, enabled: number !== '' })
}

/** All that is on hold, the newest first. */
export function useHeld() {
  const key = batchKeys('held')
  useRefetchOn(['medicines-changed'], key)
  return useGet<NamedStockBatch[]>(key, `${BATCHES_PATH}/held`)
}

/** A movement with the batch that it is of. */
export interface TracedMovement extends BatchMovement {
  batch: BatchFlow
}

async function movementsOf(batch: BatchFlow): Promise<TracedMovement[]> {
  const path = `${BATCHES_PATH}/${encodeURIComponent(batch._id)}/movements`
  return (await fetchAllRows<BatchMovement>(path, {})).map((movement) => ({ ...movement, batch }))
}

/** Every movement of these batches, newest first. */
export function useMovements(batches: readonly BatchFlow[]) {
  return useQuery({
    // What moves a batch changes what is left of it.
    queryKey: batchKeys('movements', ...batches.map(({ _id, version, stock }) => [_id, version, stock])),
    queryFn: async () => {
      const lists = await Promise.all(batches.map(movementsOf))
      return lists.flat().toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    },
    enabled: batches.length > 0,
  })
}
