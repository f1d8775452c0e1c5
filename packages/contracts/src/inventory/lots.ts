import { expiryHorizon } from './stock-state.ts'

type Price = 'unitPrice' | 'packPrice' | 'costPrice' | 'packCost'

/** Units with the same expiry date; null: they do not expire. Prices in rupees, only if the batch has its own. */
export interface Lot extends Partial<Record<Price, number>> {
  expiryDate: string | null
  units: number
  isHeld?: boolean
  number?: string
}

export interface LotBatch extends Partial<Record<Price, number | null | undefined>> {
  number?: string | null
  expiryDate: string | null
  status: string
  stock: number
}

/** Returns a medicine's batches as lots. If the publisher does not send batches, returns all stock as one lot. */
export function lotsOf({
  currentStock,
  expiryDate,
  batches,
}: {
  currentStock: number
  expiryDate: string | null
  batches?: readonly LotBatch[] | null | undefined
}): Lot[] {
  if (batches?.length) {
    return batches
      .filter(({ stock }) => stock > 0)
      .map(({ number, expiryDate: date, stock, status, unitPrice, packPrice, costPrice, packCost }) => ({
        expiryDate: date,
        units: stock,
        ...(number && { number }),
        ...(status !== 'available' && { isHeld: true }),
        ...(typeof unitPrice === 'number' && { unitPrice }),
        ...(typeof packPrice === 'number' && { packPrice }),
        ...(typeof costPrice === 'number' && { costPrice }),
        ...(typeof packCost === 'number' && { packCost }),
      }))
  }
  return currentStock > 0 ? [{ expiryDate, units: currentStock }] : []
}

/** Returns the value of a lot in rupees, at its own price or the medicine's. */
export const lotValue = ({ units, unitPrice }: Lot, medicinePrice: number): number =>
  units * (unitPrice ?? medicinePrice)

/** Sums units by expiry state on store day `today`. A lot is good through its expiry date. */
export function unitsByExpiry(lots: Lot[], today: string) {
  const horizon = expiryHorizon(today)
  const sum = (counts: (date: string | null) => boolean) =>
    lots.reduce((total, { expiryDate, units }) => total + (counts(expiryDate) ? units : 0), 0)
  const expired = sum((date) => date !== null && date < today)
  const expiring = sum((date) => date !== null && date >= today && date <= horizon)
  const good = sum((date) => date === null || date > horizon)
  return { expired, expiring, good }
}

/** Returns units that are neither expired on `today` nor held. Only these can be sold. */
export function unexpiredUnits(lots: Lot[], today: string): number {
  return lots.reduce(
    (sum, { expiryDate, units, isHeld }) =>
      sum + (!isHeld && (expiryDate === null || expiryDate >= today) ? units : 0),
    0,
  )
}
