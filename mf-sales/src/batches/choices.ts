import type { Direction, TransactionType } from '@mms/contracts'
import { formatCount, formatDate, formatRupees } from '@mms/ui'
import type { PickedMedicine } from '../medicines/api.ts'
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

const unitsOf = (batches: readonly MedicineBatch[]) => batches.reduce((sum, { stock }) => sum + stock, 0)

/** Why none of these batches, all of which are in stock, can be sold on the store's date `today`. */
function reasonAgainst(batches: readonly MedicineBatch[], today: string): string {
  const free = batches.filter(({ status }) => status === 'available')
  if (free.length === 0) return 'All stock is on hold'
  if (free.length < batches.length) return 'All stock has expired or is on hold'
  const dates = new Set(free.map(({ expiryDate }) => expiryDate ?? today))
  const last = formatDate([...dates].toSorted().at(-1) ?? today)
  return dates.size === 1 ? `All stock expired on ${last}` : `All stock has expired, the last on ${last}`
}

/** Stock and date of a medicine without the batches that cannot be sold; its own where nothing is known of batches. */
export function asSold(
  medicine: PickedMedicine,
  batches: readonly MedicineBatch[],
  today: string,
): PickedMedicine {
  if (batches.length === 0) return medicine
  const sold = sellable(batches, today)
  const kept = unitsOf(batches) - unitsOf(sold)
  const inStock = batches.filter(({ stock }) => stock > 0)
  // What is on its way, or came in since the batches were read, may be sold.
  const isAllKept = !medicine.waiting && medicine.currentStock <= kept
  const isUnsaleable = inStock.length > 0 && sold.length === 0 && isAllKept
  return {
    ...medicine,
    currentStock: Math.max(0, medicine.currentStock - kept),
    expiryDate: sold[0] ? sold[0].expiryDate : medicine.expiryDate,
    ...(isUnsaleable && { unsaleable: { units: kept, reason: reasonAgainst(inStock, today) } }),
  }
}

/** How the form names a batch. */
export const nameOf = ({ _id, number }: MedicineBatch): string => number ?? _id

export const batchTitle = ({ number }: Pick<MedicineBatch, 'number'>): string => number ?? 'No number'

/** `AB12 · Exp 28 Feb 2027 · 5`, and its price where it has one of its own. */
export function batchText(batch: MedicineBatch): string {
  const { expiryDate, stock, unitPrice } = batch
  const date = expiryDate === null ? 'no expiry date' : `Exp ${formatDate(expiryDate)}`
  const price = unitPrice === null ? [] : [formatRupees(unitPrice)]
  return [batchTitle(batch), date, formatCount(stock), ...price].join(' · ')
}

/** The batch that a sale begins with: the chosen one, or the first to expire; undefined where it cannot be known. */
export const batchOfSale = (
  batches: readonly MedicineBatch[],
  { chosen, today }: { chosen: string; today: string },
): MedicineBatch | undefined =>
  chosen === '' ? sellable(batches, today)[0] : batches.find((one) => nameOf(one) === chosen)

export interface BatchChoices {
  /** What goes out, or where it comes, where no batch is chosen. */
  first: string
  others: MedicineBatch[]
  /** The units may be of a batch that is not in stock. */
  canBeOther?: boolean
}

/** Value of the choice of a batch that is not in stock. */
export const OTHER_BATCH = 'other'

/** Stands where the batch of units that were found is not chosen yet. */
export const CHOOSE = 'Choose the batch'

/** Where a count puts units that it found: never on hold. */
function choicesOfFound(batches: readonly MedicineBatch[], today: string): BatchChoices | null {
  const inStock = batches.filter(({ stock }) => stock > 0)
  const free = inStock.filter(({ status }) => status === 'available').toSorted(byExpiry)
  if (inStock.length === 0 || (inStock.length === 1 && free.length === 1)) return null
  const good = sellable(batches, today)
  const open = good.length > 0 ? good : free
  const only = open.length === 1 ? open[0] : undefined
  return { first: only ? batchText(only) : CHOOSE, others: free, canBeOther: true }
}

interface Asked {
  type: TransactionType
  direction: Direction
  today: string
}

/** Of which batches one can be chosen; null where there is nothing to say. */
export function choicesOf(
  batches: readonly MedicineBatch[],
  { type, direction, today }: Asked,
): BatchChoices | null {
  if (type === 'purchase') return null
  if (type === 'adjustment' && direction === 'increase') return choicesOfFound(batches, today)
  if (type === 'sale') {
    const [first, ...others] = sellable(batches, today)
    const isSaid = first && (others.length > 0 || first.number !== null)
    return isSaid ? { first: batchText(first), others } : null
  }
  const there = batches.filter(({ stock, number }) => stock > 0 || (type === 'return' && number !== null))
  if (there.length < 2) return null
  return { first: type === 'return' ? 'As it was sold' : 'First to expire', others: there.toSorted(byExpiry) }
}
