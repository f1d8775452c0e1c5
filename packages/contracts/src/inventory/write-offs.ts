/** The form runs this at every Enter. The server applies the same rule to write-offs. */
import type { StockBatch } from './batches.ts'
import type { NamedBatch } from './stock.ts'

type CountedBatch = Pick<StockBatch, '_id' | 'number' | 'status' | 'stock' | 'expiryDate'>

const LAST = '9999-12-31'

/**
 * Returns how many units of a write-off have not expired. Takes units in inventory's order: from the named batch, or
 * available stock before stock on hold, by expiry date. Units of unknown batches count as not expired.
 */
export function unitsBeforeExpiry(
  { quantity, batch }: { quantity: number; batch?: NamedBatch | null | undefined },
  batches: readonly CountedBatch[],
  today: string,
): number {
  const isNamed = ({ _id, number }: CountedBatch) =>
    batch?._id === undefined ? batch?.number !== undefined && number === batch.number : _id === batch._id
  const isHeld = ({ status }: CountedBatch) => Number(status !== 'available')
  const named = batches.find(isNamed)
  const taken = batches.toSorted(
    (a, b) => isHeld(a) - isHeld(b) || (a.expiryDate ?? LAST).localeCompare(b.expiryDate ?? LAST),
  )
  let [left, good] = [quantity, quantity]
  for (const { stock, expiryDate } of named ? [named] : taken) {
    const units = Math.min(left, stock)
    if (expiryDate !== null && expiryDate < today) good -= units
    left -= units
  }
  return good
}
