import { expiryHorizon } from './stock-state.ts'

/** Units that expire together; null: they do not. */
export interface Lot {
  expiryDate: string | null
  units: number
  /** Quarantined or recalled: they are there, and cover no demand. */
  isHeld?: boolean
  /** Of the batch, where it has one. */
  number?: string
  /** In rupees, where the batch has a price of its own. */
  unitPrice?: number
}

/** A batch of a medicine, as far as its lots go. */
export interface LotBatch {
  number?: string | null
  expiryDate: string | null
  status: string
  stock: number
  unitPrice?: number | null | undefined
}

/** The lots of a medicine: its batches, or all its stock where the release that published it knows one date for it. */
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
      .map(({ number, expiryDate: date, stock, status, unitPrice }) => ({
        ...{ expiryDate: date, units: stock, ...(number && { number }) },
        ...(status !== 'available' && { isHeld: true }),
        ...(typeof unitPrice === 'number' && { unitPrice }),
      }))
  }
  return currentStock > 0 ? [{ expiryDate, units: currentStock }] : []
}

/** What units are worth, in rupees: at the price of their batch, or at their medicine's. */
export const lotValue = ({ units, unitPrice }: Lot, medicinePrice: number): number =>
  units * (unitPrice ?? medicinePrice)

/** Units by where they stand on the store's date `today`; a lot is good through the end of its printed day. */
export function expiryUnits(lots: Lot[], today: string) {
  const horizon = expiryHorizon(today)
  const sum = (counts: (date: string | null) => boolean) =>
    lots.reduce((total, { expiryDate, units }) => total + (counts(expiryDate) ? units : 0), 0)
  const expired = sum((date) => date !== null && date < today)
  const expiring = sum((date) => date !== null && date >= today && date <= horizon)
  const good = sum((date) => date === null || date > horizon)
  return { expired, expiring, good }
}

/** Units that have not expired on the store's date `today` and are not held: what covers demand, in predictions, orders, reports and alerts. */
export function unexpiredUnits(lots: Lot[], today: string): number {
  return lots.reduce(
    (sum, { expiryDate, units, isHeld }) =>
      sum + (!isHeld && (expiryDate === null || expiryDate >= today) ? units : 0),
    0,
  )
}
