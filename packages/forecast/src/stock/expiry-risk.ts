/** A part of the stock of one medicine that expires on one day. */
export interface Lot {
  /** Day number of the last day on which it may be sold. */
  expiresOn: number
  units: number
}

/**
 * Units that will expire unsold, per lot. Walks the lots in order of expiry with cumulative stock C and forecast demand
 * D until each expiry day: at risk = max(0, C − D − already counted).
 *
 * @param demandUntil units that will be sold from today through the given day number; never falling
 * @returns the lots in order of expiry with `unitsAtRisk`, which together never exceed the stock
 * Source: first expired, first out, as every comparable stock system counts it.
 * `expiryRisk([{ expiresOn: 10, units: 8 }], () => 5) // [{ expiresOn: 10, units: 8, unitsAtRisk: 3 }]`
 */
export function expiryRisk<L extends Lot>(lots: readonly L[], demandUntil: (day: number) => number) {
  let stock = 0
  let counted = 0
  const inOrder = lots.toSorted((a, b) => a.expiresOn - b.expiresOn)
  return inOrder.map((lot) => {
    stock += lot.units
    const unitsAtRisk = Math.max(0, stock - Math.max(0, demandUntil(lot.expiresOn)) - counted)
    counted += unitsAtRisk
    return { ...lot, unitsAtRisk }
  })
}
