import { type BatchStatus, dateInWords, type StockBatch } from '@mms/contracts'

/**
 * A batch is (medicine, number or none, expiry date or none). Units never change their batch or their expiry date, except
 * by a correction of the batch, which is on record. A medicine's stock and expiry date are derived from its batches.
 */
export interface Batch extends StockBatch {
  medicineId: string
  /** Cost of a unit in rupees, and supplier. Within a transaction only new batches have them. */
  costPrice?: number | null
  supplier?: string | null
  /** Last day on which the supplier takes it back; null means its expiry date. */
  returnBy?: string | null
  /** The only delivery of this batch was undone, so its date says nothing about later stock. */
  isUndone: boolean
  version: number
  createdAt: string
}

/** A new batch without stock; its prices are those of its medicine. */
export const emptyBatch = (
  batch: Pick<Batch, '_id' | 'medicineId' | 'number' | 'expiryDate' | 'createdAt'>,
): Batch => ({
  ...batch,
  status: 'available' satisfies BatchStatus,
  stock: 0,
  unitPrice: null,
  mrp: null,
  isUndone: false,
  version: 1,
})

interface Prices {
  unitPrice: number
  mrp?: number | null | undefined
}

/** Whether a batch would sell above its MRP, each its own or its medicine's. */
export function isAboveMrp(batch: Pick<Batch, 'unitPrice' | 'mrp'>, medicine: Prices): boolean {
  const mrp = batch.mrp ?? medicine.mrp ?? null
  return mrp !== null && (batch.unitPrice ?? medicine.unitPrice) > mrp
}

/** The first batch in stock at the medicine's price whose own MRP is below that price. */
export const batchBelowPrice = (batches: Batch[], unitPrice: number): Batch | undefined =>
  batches.find(
    ({ stock, mrp, unitPrice: own }) => stock > 0 && own === null && mrp != null && mrp < unitPrice,
  )

/** What a movement does to a batch. */
export interface Share {
  batchId: string
  effect: number
}

/** The same on record, with what it left. */
export interface Line extends Share {
  movementId: string
  balanceAfter: number
}

const LAST = '9999-12-31'

export const byAge = (a: Batch, b: Batch): number => {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  return a._id < b._id ? -1 : 1
}

const isExpired = ({ expiryDate }: Batch, today: string) => expiryDate !== null && expiryDate < today

/** First expired, first out: no date goes last, and of the same date the older batch first. */
export const byExpiry = (a: Batch, b: Batch): number => {
  const [dateA, dateB] = [a.expiryDate ?? LAST, b.expiryDate ?? LAST]
  if (dateA !== dateB) return dateA < dateB ? -1 : 1
  return byAge(a, b)
}

export const canBeSold = (batch: Batch, today: string): boolean =>
  batch.status === 'available' && !isExpired(batch, today)

export const unitsOf = (batches: Batch[]) => batches.reduce((sum, { stock }) => sum + stock, 0)

/** Takes units from batches in their order; undefined where there are too few. */
export function take(batches: Batch[], units: number): Share[] | undefined {
  const shares: Share[] = []
  let left = units
  for (const { _id, stock } of batches) {
    const taken = Math.min(left, stock)
    if (taken > 0) shares.push({ batchId: _id, effect: -taken })
    left -= taken
  }
  return left === 0 ? shares : undefined
}

/** Units for a sale of the store's date `today`: of the batch `first`, if one is given, then of what expires first. */
export function takeForSale(
  batches: Batch[],
  units: number,
  today: string,
  first?: Batch,
): Share[] | undefined {
  const sold = batches.filter((batch) => canBeSold(batch, today)).toSorted(byExpiry)
  return take(first ? [first, ...sold.filter((batch) => batch !== first)] : sold, units)
}

/** Units that leave the stock without being sold: what has expired goes first, what is held last. */
export function takeAny(batches: Batch[], units: number): Share[] | undefined {
  const [available, held] = [true, false].map((is) =>
    batches.filter(({ status }) => (status === 'available') === is).toSorted(byExpiry),
  )
  return take([...(available ?? []), ...(held ?? [])], units)
}

/** Why `units` of a medicine cannot be sold on the store's date `today`. */
export function refusalOfSale(
  name: string,
  batches: Batch[],
  today: string,
): { code: string; message: string } {
  const sellable = unitsOf(batches.filter((batch) => canBeSold(batch, today)))
  const held = unitsOf(batches.filter(({ status }) => status !== 'available'))
  const expired = unitsOf(batches) - sellable - held
  const code = 'inventory.insufficient_stock'
  if (expired === 0 && held === 0) return { code, message: `Only ${sellable} units of ${name} are in stock` }
  const first = batches.filter(({ stock }) => stock > 0).toSorted(byExpiry)[0]?.expiryDate
  if (sellable === 0 && held === 0 && first) {
    return {
      code: 'inventory.medicine_expired',
      message: `${name} expired on ${dateInWords(first)} and cannot be sold`,
    }
  }
  const reasons = [expired > 0 && `${expired} expired`, held > 0 && `${held} on hold`].filter(Boolean)
  return { code, message: `Only ${sellable} units of ${name} can be sold (${reasons.join(', ')})` }
}

/**
 * The batch that units without number and date join: of those without a number that are neither held nor expired, the last
 * to expire; one in stock before an empty one. Undefined means a new batch without a date.
 */
export const openBatch = (batches: Batch[], today: string): Batch | undefined =>
  batches
    .filter(
      (batch) => batch.number === null && canBeSold(batch, today) && (batch.stock > 0 || !batch.isUndone),
    )
    .toSorted((a, b) => Number(a.stock > 0) - Number(b.stock > 0) || byExpiry(a, b))
    .at(-1)

/** The oldest batch without a number that expires on this date and can take units; undefined means a new one. */
export const datedBatch = (batches: Batch[], expiryDate: string | null): Batch | undefined =>
  batches
    .filter(
      (batch) => batch.number === null && batch.status === 'available' && batch.expiryDate === expiryDate,
    )
    .toSorted(byAge)[0]

/** What is in stock, as events carry it, first to expire first. */
export const publishedBatches = (batches: Batch[]): StockBatch[] =>
  batches
    .filter(({ stock }) => stock > 0)
    .toSorted(byExpiry)
    .map(({ _id, number, expiryDate, status, stock, unitPrice, mrp }) => ({
      ...{ _id, number, expiryDate, status, stock, unitPrice, mrp },
    }))

/** The expiry date of a medicine: the earliest in stock; with no stock, that of its newest batch. */
export function expiryOf(batches: Batch[]): string | null {
  const inStock = batches.filter(({ stock }) => stock > 0).toSorted(byExpiry)
  if (inStock[0]) return inStock[0].expiryDate
  const newest = batches
    .filter(({ isUndone }) => !isUndone)
    .toSorted(byAge)
    .at(-1)
  return newest?.expiryDate ?? null
}
