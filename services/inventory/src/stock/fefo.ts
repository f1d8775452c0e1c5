import { dateInWords } from '@mms/contracts'
import type { Batch, BatchShare } from './batch.ts'

export interface Refusal {
  code: string
  message: string
}

export const refusalOf = (code: string, message: string): Refusal => ({ code: `inventory.${code}`, message })

const LAST = '9999-12-31'

export const byAge = (a: Batch, b: Batch): number => {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  return a._id < b._id ? -1 : 1
}

const isExpired = ({ expiryDate }: Batch, today: string) => expiryDate !== null && expiryDate < today

/** First expired, first out. Batches without a date come last; of equal dates the older batch comes first. */
export const byExpiry = (a: Batch, b: Batch): number => {
  const [dateA, dateB] = [a.expiryDate ?? LAST, b.expiryDate ?? LAST]
  if (dateA !== dateB) return dateA < dateB ? -1 : 1
  return byAge(a, b)
}

export const canBeSold = (batch: Batch, today: string): boolean =>
  batch.status === 'available' && !isExpired(batch, today)

export const stockOfBatches = (batches: Batch[]) => batches.reduce((sum, { stock }) => sum + stock, 0)

export function takeUnits(batches: Batch[], units: number): BatchShare[] | undefined {
  const shares: BatchShare[] = []
  let left = units
  for (const { _id, stock } of batches) {
    const taken = Math.min(left, stock)
    if (taken > 0) shares.push({ batchId: _id, effect: -taken })
    left -= taken
  }
  return left === 0 ? shares : undefined
}

/** Takes units from `first`, then from batches sellable on `today` in order of expiry. */
export function takeForSale(
  batches: Batch[],
  units: number,
  today: string,
  first?: Batch,
): BatchShare[] | undefined {
  const sold = batches.filter((batch) => canBeSold(batch, today)).toSorted(byExpiry)
  return takeUnits(first ? [first, ...sold.filter((batch) => batch !== first)] : sold, units)
}

export function takeAnyUnits(batches: Batch[], units: number): BatchShare[] | undefined {
  const [available, held] = [true, false].map((is) =>
    batches.filter(({ status }) => (status === 'available') === is).toSorted(byExpiry),
  )
  return takeUnits([...(available ?? []), ...(held ?? [])], units)
}

export function refusalOfSale(name: string, batches: Batch[], today: string): Refusal {
  const sellable = stockOfBatches(batches.filter((batch) => canBeSold(batch, today)))
  const held = stockOfBatches(batches.filter(({ status }) => status !== 'available'))
  const expired = stockOfBatches(batches) - sellable - held
  if (expired === 0 && held === 0)
    return refusalOf('insufficient_stock', `Only ${sellable} units of ${name} are in stock`)
  const first = batches.filter(({ stock }) => stock > 0).toSorted(byExpiry)[0]?.expiryDate
  if (sellable === 0 && held === 0 && first) return refusalOfExpiredMedicine(name, first)
  const reasons = [expired > 0 && `${expired} expired`, held > 0 && `${held} on hold`].filter(Boolean)
  const message = `Only ${sellable} units of ${name} can be sold (${reasons.join(', ')})`
  return refusalOf('insufficient_stock', message)
}

export const refusalOfExpiredMedicine = (name: string, date: string): Refusal =>
  refusalOf('medicine_expired', `${name} expired on ${dateInWords(date)} and cannot be sold`)
