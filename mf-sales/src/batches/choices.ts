import type { TransactionType } from '@mms/contracts'
import { formatCount, formatDate } from '@mms/ui'
import type { MedicineBatch } from './api.ts'

const LAST = '9999-12-31'

/** First expired, first out, without a date last; of one date in the order in which the server has them. */
const byExpiry = (a: MedicineBatch, b: MedicineBatch) =>
  (a.expiryDate ?? LAST).localeCompare(b.expiryDate ?? LAST)

/** What may be sold on the store's date `today`, first to expire first. */
export const sellable = (batches: readonly MedicineBatch[], today: string): MedicineBatch[] =>
  batches
    .filter(
      ({ status, stock, expiryDate }) => status === 'available' && stock > 0 && (expiryDate ?? LAST) >= today,
    )
    .toSorted(byExpiry)

/** How the form names a batch. */
export const nameOf = ({ _id, number }: MedicineBatch): string => number ?? _id

export const batchTitle = ({ number }: Pick<MedicineBatch, 'number'>): string => number ?? 'No number'

/** `AB12 · Exp 28 Feb 2027 · 5` */
export function batchText(batch: MedicineBatch): string {
  const { expiryDate, stock } = batch
  const date = expiryDate === null ? 'no expiry date' : `Exp ${formatDate(expiryDate)}`
  return `${batchTitle(batch)} · ${date} · ${formatCount(stock)}`
}

export interface BatchChoices {
  /** What goes out, or where it comes, where no batch is chosen. */
  first: string
  others: MedicineBatch[]
}

/** Of which batches one can be chosen; null where there is no choice. */
export function choicesOf(
  batches: readonly MedicineBatch[],
  { type, today }: { type: TransactionType; today: string },
): BatchChoices | null {
  if (type === 'purchase') return null
  if (type === 'sale') {
    const [first, ...others] = sellable(batches, today)
    return first && others.length > 0 ? { first: batchText(first), others } : null
  }
  const there = batches.filter(({ stock, number }) => stock > 0 || (type === 'return' && number !== null))
  if (there.length < 2) return null
  return { first: type === 'return' ? 'As it was sold' : 'First to expire', others: there.toSorted(byExpiry) }
}
