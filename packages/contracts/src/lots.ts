import { expiryHorizon } from './stock-state.ts'

/** Units that expire together; null: they do not. A medicine has one lot today and will have several. */
export interface Lot {
  expiryDate: string | null
  units: number
}

/** The lots of a medicine that knows one expiry date for all its stock. */
export function lotsOf({
  currentStock,
  expiryDate,
}: {
  currentStock: number
  expiryDate: string | null
}): Lot[] {
  return currentStock > 0 ? [{ expiryDate, units: currentStock }] : []
}

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

/** Units that have not expired on the store's date `today`: what covers demand, in predictions, orders, reports and alerts. */
export function unexpiredUnits(lots: Lot[], today: string): number {
  return lots.reduce(
    (sum, { expiryDate, units }) => sum + (expiryDate === null || expiryDate >= today ? units : 0),
    0,
  )
}
