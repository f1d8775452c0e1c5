import type { Batch, DiscountBatches, HoldBatches, NamedStockBatch, UpdateBatch } from '@mms/contracts'
import { ApiError, events, http, withProof } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { medicineKeys } from '../keys.ts'
import { useLive } from '../use-live.ts'

export const BATCHES_PATH = '/api/medicines/batches'

const batchesOf = (medicineId: string): string => `/api/medicines/${encodeURIComponent(medicineId)}/batches`

/** Nested under the medicine keys, so that changing a medicine refreshes them. */
export const batchKeys = (...parts: readonly unknown[]) => medicineKeys('batches', ...parts)

export const useBatches = (medicineId: string, { empty }: { empty: boolean }) =>
  useLive<Batch[]>(batchKeys('of', medicineId, empty), batchesOf(medicineId), {
    query: empty ? { empty: 'true' } : {},
  })

/** Loaded once per form and never refetched, so that fields do not come and go while the user types. */
export function useBatchesIfSeveral(medicineId: string | undefined): Batch[] | null {
  const options = { enabled: medicineId !== undefined, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }
  const { data = [] } = useGet<Batch[]>(['form', 'batches', medicineId], batchesOf(medicineId ?? ''), options)
  return data.length > 1 ? data : null
}

export const emitMedicinesChanged = (batches: readonly Pick<Batch, 'medicineId'>[]) =>
  events.emit('medicines-changed', { medicineIds: [...new Set(batches.map(({ medicineId }) => medicineId))] })

const isChanged = (error: unknown) => error instanceof ApiError && error.status === 412

/** Saves edited fields of a batch. Throws with status 412 if another user edited these fields first. */
export async function updateBatch(loaded: Batch, body: UpdateBatch): Promise<void> {
  const { _id, medicineId } = loaded
  const path = `${batchesOf(medicineId)}/${encodeURIComponent(_id)}`
  const send = ({ version }: Batch) =>
    http.put(path, { body, headers: { 'If-Match': `"${version}"` }, quiet: true })
  try {
    await send(loaded)
  } catch (error) {
    if (!isChanged(error)) throw error
    // Each sale gives the batch a new version.
    const options = { query: { empty: 'true' }, quiet: true }
    const { data } = await http.get<Batch[]>(batchesOf(medicineId), options)
    const current = data.find((batch) => batch._id === _id)
    const fieldOf = (from: object = {}, field: string) => (from as Record<string, unknown>)[field] ?? null
    // Equal to `body` where the answer to an earlier try was lost.
    const isSame = (field: string) =>
      [loaded, body].some((known) => fieldOf(current, field) === fieldOf(known, field))
    if (!current || !Object.keys(body).every(isSame)) throw error
    await send(current)
  }
  emitMedicinesChanged([{ medicineId }])
}

export async function holdBatches(
  action: 'quarantine' | 'recall' | 'release',
  body: HoldBatches,
): Promise<NamedStockBatch[]> {
  const path = `${BATCHES_PATH}/${action}`
  const { data } = await withProof(() => http.post<NamedStockBatch[]>(path, { body, quiet: true }))
  emitMedicinesChanged(data)
  return data
}

export async function discountBatches(body: DiscountBatches): Promise<void> {
  const { data } = await http.post<NamedStockBatch[]>(`${BATCHES_PATH}/discount`, { body, quiet: true })
  emitMedicinesChanged(data)
}

const removals = {
  'write-off': { transaction: { type: 'expired' }, goesBack: {} },
  return: { transaction: { type: 'adjustment', direction: 'decrease' }, goesBack: { toSupplier: true } },
} as const
export type RemovalKind = keyof typeof removals

const isAboveLimit = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.problem?.code === 'sales.approval_required'

/**
 * Calls with the same `key` record only once. Above the limit, an administrator enters the password; staff
 * need an approval at the counter.
 */
export async function recordRemoval(
  kind: RemovalKind,
  batch: NamedStockBatch,
  { key, note, isAdmin }: { key: string; note: string; isAdmin: boolean },
) {
  const { _id, medicineId, stock: quantity, price: unitPrice } = batch
  const { transaction, goesBack } = removals[kind]
  const body = { medicineId, ...transaction, quantity, unitPrice, note, batch: { _id, ...goesBack } }
  const options = { body, headers: { 'Idempotency-Key': key }, quiet: true }
  const send = () => http.post('/api/transactions', options)
  await (isAdmin ? withProof(send, isAboveLimit) : send())
}
