/** No schemas: the form counts at every Enter, and the server judges write-offs by it. */
import type { StockBatch } from './batches.ts'
import type { NamedBatch } from './stock.ts'

type CountedBatch = Pick<StockBatch, '_id' | 'number' | 'status' | 'stock' | 'expiryDate'>

const LAST = '9999-12-31'

/**
 * Returns the units of a write-off that have not expired, counted as inventory takes them: from the named batch, or
 * available stock before stock on hold, first to expire first. Units of no known batch count.
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
