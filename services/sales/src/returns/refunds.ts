export interface PricedUnits {
  units: number
  paise: number
}

export const unitsOf = (all: readonly PricedUnits[]) => all.reduce((sum, { units }) => sum + units, 0)

const dearestFirst = (all: readonly PricedUnits[]) => all.toSorted((a, b) => b.paise - a.paise)

/**
 * Returns the sold units not refunded yet, dearest first. Each refunded unit uses up the cheapest unit that cost at
 * least as much, else the dearest left; excess refunds use up nothing. If every refund is at most `paidFor` the rest,
 * all refunds together are at most what was paid.
 */
export function unitsLeft(sold: readonly PricedUnits[], refunds: readonly PricedUnits[]): PricedUnits[] {
  const left = dearestFirst(sold).map((each) => ({ ...each }))
  for (const { units, paise } of dearestFirst(refunds)) {
    let open = units
    while (open > 0) {
      const present = left.filter((each) => each.units > 0)
      const answered = present.findLast((each) => each.paise >= paise) ?? present[0]
      if (!answered) break
      const taken = Math.min(open, answered.units)
      answered.units -= taken
      open -= taken
    }
  }
  return left.filter((each) => each.units > 0)
}

/** Returns the price of the dearest `count` units, in paise. `left` comes from `unitsLeft`. */
export function paidFor(left: readonly PricedUnits[], count: number): number {
  let [open, paid] = [count, 0]
  for (const { units, paise } of left) {
    const taken = Math.min(open, units)
    open -= taken
    paid += taken * paise
  }
  return paid
}

export interface Trade extends PricedUnits {
  type: 'sale' | 'return'
  isApproved: boolean
}

/** Excess units that staff took back count against later returns; approved ones do not. */
export function returnableOf(trades: readonly Trade[]): number {
  const sum = (type: Trade['type'], isApproved: boolean) =>
    unitsOf(trades.filter((trade) => trade.type === type && trade.isApproved === isApproved))
  return Math.max(0, sum('sale', false) - sum('return', true)) - sum('return', false)
}

export function leftOf(trades: readonly Trade[], before: readonly PricedUnits[] = []): PricedUnits[] {
  const sold = [...before, ...trades.filter(({ type }) => type === 'sale')]
  const returns = trades.filter(({ type }) => type === 'return')
  const approved = returns.filter(({ isApproved }) => isApproved)
  const others = returns.filter(({ isApproved }) => !isApproved)
  return unitsLeft(unitsLeft(sold, approved), others)
}
