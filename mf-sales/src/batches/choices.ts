import type { Direction, TransactionType } from '@mms/contracts'
import { formatCount, formatDate, formatRupees } from '@mms/ui'
import type { PickedMedicine } from '../medicines/api.ts'
import * as words from '../words/batches.ts'
import * as sharedWords from '../words/shared.ts'
import type { MedicineBatch } from './api.ts'

const LAST = '9999-12-31'

/** First expired, first out. Batches without a date come last; equal dates keep the server's order. */
const byExpiry = (a: MedicineBatch, b: MedicineBatch) =>
  (a.expiryDate ?? LAST).localeCompare(b.expiryDate ?? LAST)

export const sellableBatches = (batches: readonly MedicineBatch[], today: string): MedicineBatch[] =>
  batches
    .filter(
      ({ status, stock, expiryDate }) => status === 'available' && stock > 0 && (expiryDate ?? LAST) >= today,
    )
    .toSorted(byExpiry)

const unitsOf = (batches: readonly MedicineBatch[]) => batches.reduce((sum, { stock }) => sum + stock, 0)

function reasonAgainst(batches: readonly MedicineBatch[], today: string): string {
  const free = batches.filter(({ status }) => status === 'available')
  if (free.length === 0) return words.allOnHold
  if (free.length < batches.length) return words.allExpiredOrHeld
  const dates = new Set(free.map(({ expiryDate }) => expiryDate ?? today))
  const last = formatDate([...dates].toSorted().at(-1) ?? today)
  return dates.size === 1 ? words.allExpiredOn(last) : words.lastExpiredOn(last)
}

/** Limits stock and expiry date to batches that can be sold. Without batches, changes nothing. */
export function limitToSellable(
  medicine: PickedMedicine,
  batches: readonly MedicineBatch[],
  today: string,
): PickedMedicine {
  if (batches.length === 0) return medicine
  const sold = sellableBatches(batches, today)
  const kept = unitsOf(batches) - unitsOf(sold)
  const inStock = batches.filter(({ stock }) => stock > 0)
  // Pending transactions and new deliveries may add units that the batches do not show yet.
  const isAllKept = !medicine.waiting && medicine.currentStock <= kept
  const isUnsaleable = inStock.length > 0 && sold.length === 0 && isAllKept
  return {
    ...medicine,
    currentStock: Math.max(0, medicine.currentStock - kept),
    expiryDate: sold[0] ? sold[0].expiryDate : medicine.expiryDate,
    ...(isUnsaleable && { unsaleable: { units: kept, reason: reasonAgainst(inStock, today) } }),
  }
}

/** Value of a batch in forms: its number, or its id if it has no number. */
export const batchOptionValue = ({ _id, number }: MedicineBatch): string => number ?? _id

export const batchTitle = ({ number }: Pick<MedicineBatch, 'number'>): string =>
  number ?? sharedWords.noNumber

/** Example: `AB12 · Exp 28 Feb 2027 · 5`. */
export function describeBatch(batch: MedicineBatch): string {
  const { expiryDate, stock, unitPrice } = batch
  const date = expiryDate === null ? words.noExpiryDate : words.expires(formatDate(expiryDate))
  const price = unitPrice === null ? [] : [formatRupees(unitPrice)]
  return [batchTitle(batch), date, formatCount(stock), ...price].join(' · ')
}

/** The chosen batch, or else the first to expire. Undefined if no such batch is known. */
export const batchOfSale = (
  batches: readonly MedicineBatch[],
  { chosen, today }: { chosen: string; today: string },
): MedicineBatch | undefined =>
  chosen === '' ? sellableBatches(batches, today)[0] : batches.find((one) => batchOptionValue(one) === chosen)

/** Splits a sale over batches: `12 of AZ-NEAR, 3 of no number`. Undefined for a single batch. */
export function describeBatchSplit(
  batches: readonly MedicineBatch[],
  { quantity, number, today }: { quantity: number; number: string | undefined; today: string },
): string | undefined {
  const isNamed = (batch: MedicineBatch) => Number(number !== undefined && batch.number === number)
  let left = quantity
  const shares = sellableBatches(batches, today)
    .toSorted((a, b) => isNamed(b) - isNamed(a))
    .flatMap((batch) => {
      const units = Math.min(left, batch.stock)
      left -= units
      return units > 0 ? [words.unitsOfBatch(formatCount(units), batch.number ?? 'no number')] : []
    })
  return left === 0 && shares.length > 1 ? shares.join(', ') : undefined
}

export interface BatchChoices {
  first: string
  others: MedicineBatch[]
  canBeOther?: boolean
}

export const OTHER_BATCH = 'other'

export const CHOOSE_BATCH = words.chooseBatch

/** Stock found in a count never goes to a batch on hold. */
function choicesOfFound(batches: readonly MedicineBatch[], today: string): BatchChoices | null {
  const inStock = batches.filter(({ stock }) => stock > 0)
  const free = inStock.filter(({ status }) => status === 'available').toSorted(byExpiry)
  if (inStock.length === 0 || (inStock.length === 1 && free.length === 1)) return null
  const good = sellableBatches(batches, today)
  const open = good.length > 0 ? good : free
  const only = open.length === 1 ? open[0] : undefined
  return { first: only ? describeBatch(only) : CHOOSE_BATCH, others: free, canBeOther: true }
}

export function batchChoicesOf(
  batches: readonly MedicineBatch[],
  { type, direction, today }: { type: TransactionType; direction: Direction; today: string },
): BatchChoices | null {
  if (type === 'purchase') return null
  if (type === 'adjustment' && direction === 'increase') return choicesOfFound(batches, today)
  if (type === 'sale') {
    const [first, ...others] = sellableBatches(batches, today)
    const isSaid = first && (others.length > 0 || first.number !== null)
    return isSaid ? { first: describeBatch(first), others } : null
  }
  const there = batches.filter(({ stock, number }) => stock > 0 || (type === 'return' && number !== null))
  if (there.length < 2) return null
  return {
    first: type === 'return' ? words.asSold : sharedWords.firstToExpire,
    others: there.toSorted(byExpiry),
  }
}
