import { type BatchStatus, dateInWords, type StockBatch } from '@mms/contracts'

/** Stock of a medicine with one number and one expiry date. The batch without a number has the medicine's id. */
export interface Batch extends StockBatch {
  medicineId: string
  /** What a unit cost, in rupees, and from whom it came; of a batch within a transaction only where it is new. */
  costPrice?: number | null
  supplier?: string | null
  /** The last day on which the supplier takes it back, where it is not that of its expiry. */
  returnBy?: string | null
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

const isExpired = ({ expiryDate }: Batch, today: string) => expiryDate !== null && expiryDate < today

/** First expired, first out: no date goes last, and of the same date the older batch first. */
export const byExpiry = (a: Batch, b: Batch): number => {
  const [dateA, dateB] = [a.expiryDate ?? LAST, b.expiryDate ?? LAST]
  if (dateA !== dateB) return dateA < dateB ? -1 : 1
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  return a._id < b._id ? -1 : 1
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

/** Units for a sale of the store's date `today`. */
export const takeForSale = (batches: Batch[], units: number, today: string): Share[] | undefined =>
  take(batches.filter((batch) => canBeSold(batch, today)).toSorted(byExpiry), units)

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

/** What a change of a medicine that names no batch does: what came in is without a number, what went out is spread as far as it goes. */
export function sharesOfChange(batches: Batch[], medicineId: string, change: number): Share[] {
  if (change > 0) return [{ batchId: medicineId, effect: change }]
  return takeAny(batches, Math.min(-change, unitsOf(batches))) ?? []
}

interface StockAndDate {
  currentStock: number
  expiryDate: string | null
}

/** What a form or a file changes of a medicine that is of one batch, where several are in stock; undefined for nothing. */
export function fieldOfSeveral(
  batches: Batch[],
  before: StockAndDate,
  after: StockAndDate,
): keyof StockAndDate | undefined {
  if (batches.filter(({ stock }) => stock > 0).length < 2) return undefined
  if (after.currentStock !== before.currentStock) return 'currentStock'
  return after.expiryDate === before.expiryDate ? undefined : 'expiryDate'
}

/** What is in stock, as events carry it, first to expire first. */
export const publishedBatches = (batches: Batch[]): StockBatch[] =>
  batches
    .filter(({ stock }) => stock > 0)
    .toSorted(byExpiry)
    .map(({ _id, number, expiryDate, status, stock, unitPrice, mrp }) => ({
      ...{ _id, number, expiryDate, status, stock, unitPrice, mrp },
    }))

/** The earliest date of what is in stock; `otherwise` where nothing is. */
export function earliestExpiry(batches: Batch[], otherwise: string | null): string | null {
  const inStock = batches.filter(({ stock }) => stock > 0)
  if (inStock.length === 0) return otherwise
  return inStock.toSorted(byExpiry)[0]?.expiryDate ?? null
}
