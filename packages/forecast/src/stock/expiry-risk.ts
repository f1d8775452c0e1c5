export interface Lot {
  /** Day number of the last day on which the lot may be sold. */
  expiresOn: number
  units: number
}

/**
 * Returns how many units of each lot will expire unsold. With cumulative stock C and forecast demand D until each expiry
 * day, at risk = max(0, C − D − already counted).
 * @param demandUntil units sold from today through the given day number; must never decrease
 * @returns lots by expiry; their `unitsAtRisk` never exceed the stock
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
