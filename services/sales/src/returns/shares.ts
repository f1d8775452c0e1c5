import { MAX_SHARES } from '@mms/contracts'

export interface Share {
  batchId: string
  units: number
}

export interface Batched {
  type: 'sale' | 'return'
  shares: Share[]
}

/**
 * Distributes returned units to the batches of the newest sales, less earlier returns. Returns fewer units if no more
 * are known to be sold.
 */
export function sharesOfReturn(newestFirst: readonly Batched[], units: number): Share[] {
  const returned = new Map<string, number>()
  for (const { type, shares } of newestFirst) {
    if (type !== 'return') continue
    for (const { batchId, units: back } of shares) returned.set(batchId, (returned.get(batchId) ?? 0) + back)
  }
  const back = new Map<string, number>()
  let left = units
  for (const { batchId, units: sold } of newestFirst.flatMap(({ type, shares }) =>
    type === 'sale' ? shares : [],
  )) {
    if (left === 0 || (back.size === MAX_SHARES && !back.has(batchId))) continue
    const already = Math.min(sold, returned.get(batchId) ?? 0)
    returned.set(batchId, (returned.get(batchId) ?? 0) - already)
    const taken = Math.min(left, sold - already)
    if (taken > 0) back.set(batchId, (back.get(batchId) ?? 0) + taken)
    left -= taken
  }
  return [...back].map(([batchId, count]) => ({ batchId, units: count }))
}
