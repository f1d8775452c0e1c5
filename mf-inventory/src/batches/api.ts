import type { Batch, DiscountBatches, HoldBatches, NamedStockBatch, UpdateBatch } from '@mms/contracts'
import { events, http, useRefetchOn, withProof } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { medicineKeys } from '../keys.ts'

export const BATCHES_PATH = '/api/medicines/batches'

const batchesOf = (medicineId: string): string => `/api/medicines/${encodeURIComponent(medicineId)}/batches`

/** Below what a changed medicine makes stale. */
export const batchKeys = (...parts: readonly unknown[]) => medicineKeys('batches', ...parts)

/** The batches of a medicine, first to expire first. */
export function useBatches(medicineId: string, { empty }: { empty: boolean }) {
  const key = batchKeys('of', medicineId, empty)
  useRefetchOn(['medicines-changed'], key)
  return useGet<Batch[]>(key, batchesOf(medicineId), { query: empty ? { empty: 'true' } : {} })
}

/** Several batches in stock, as they were when a form was opened: its fields do not come and go under what is typed. */
export function useSeveralBatches(medicineId: string | undefined): Batch[] | null {
  const options = { enabled: medicineId !== undefined, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }
  const { data = [] } = useGet<Batch[]>(['form', 'batches', medicineId], batchesOf(medicineId ?? ''), options)
  return data.length > 1 ? data : null
}

export const announceBatches = (batches: readonly Pick<Batch, 'medicineId'>[]) =>
  events.emit('medicines-changed', { medicineIds: [...new Set(batches.map(({ medicineId }) => medicineId))] })

type Saved = Pick<Batch, '_id' | 'medicineId' | 'version'>

/** Parts that are left out keep what is stored. Fails with 412 where another user was first. */
export async function updateBatch({ _id, medicineId, version }: Saved, body: UpdateBatch): Promise<void> {
  const path = `${batchesOf(medicineId)}/${encodeURIComponent(_id)}`
  await http.put(path, { body, headers: { 'If-Match': `"${version}"` }, quiet: true })
  announceBatches([{ medicineId }])
}

export type HoldAction = 'quarantine' | 'recall' | 'release'

/** Holds or releases batches in one step: those named, or all of a maker with a number. */
export async function holdBatches(action: HoldAction, body: HoldBatches): Promise<NamedStockBatch[]> {
  const path = `${BATCHES_PATH}/${action}`
  const { data } = await withProof(() => http.post<NamedStockBatch[]>(path, { body, quiet: true }))
  announceBatches(data)
  return data
}

/** Gives batches a lower price of their own in one step, all or none. */
export async function discountBatches(body: DiscountBatches): Promise<void> {
  const { data } = await http.post<NamedStockBatch[]>(`${BATCHES_PATH}/discount`, { body, quiet: true })
  announceBatches(data)
}

type Leaving = Pick<NamedStockBatch, '_id' | 'medicineId' | 'stock' | 'price'>

/** How all that is left of a batch leaves the stock, as sales records it. */
export const leavings = {
  'write-off': { type: 'expired' },
  return: { type: 'adjustment', direction: 'decrease' },
} as const
const goesBack = { return: { toSupplier: true }, 'write-off': {} } as const
export type LeavingName = keyof typeof leavings

/** Takes what is left of a batch out of the stock, once however often it is sent with one `key`. */
export async function takeOut(
  name: LeavingName,
  batch: Leaving,
  { key, note }: { key: string; note: string },
) {
  const { _id, medicineId, stock: quantity, price: unitPrice } = batch
  const body = { medicineId, ...leavings[name], quantity, unitPrice, note, batch: { _id, ...goesBack[name] } }
  await http.post('/api/transactions', { body, headers: { 'Idempotency-Key': key }, quiet: true })
}
