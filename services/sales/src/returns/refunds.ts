/** Units that were sold, or taken back, at one price in paise. */
export interface PricedUnits {
  units: number
  paise: number
}

export const unitsOf = (all: readonly PricedUnits[]) => all.reduce((sum, { units }) => sum + units, 0)

const dearestFirst = (all: readonly PricedUnits[]) => all.toSorted((a, b) => b.paise - a.paise)

/**
 * What is left of the units sold, dearest first. Each refunded unit answers the cheapest one that cost as much, else the
 * dearest left: a refund below the price of a sale does not use up a dearer one. Refunds beyond what was sold answer nothing.
 * As long as each refund is at most `paidFor` what is left, all refunds together are at most what was paid.
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

/** What was paid for the dearest `count` units, in paise. `left` as `unitsLeft` returns it. */
export function paidFor(left: readonly PricedUnits[], count: number): number {
  let [open, paid] = [count, 0]
  for (const { units, paise } of left) {
    const taken = Math.min(open, units)
    open -= taken
    paid += taken * paise
  }
  return paid
}

/** Sales of a medicine that stand, and returns that may stand, at one price. */
export interface Trade extends PricedUnits {
  type: 'sale' | 'return'
  /** An administrator lifted the limit of staff for it. */
  isApproved: boolean
}

/** Units that may come back: what staff took back beyond what was sold is owed, what an administrator approved is not. */
export function returnableOf(trades: readonly Trade[]): number {
  const sum = (type: Trade['type'], isApproved: boolean) =>
    unitsOf(trades.filter((trade) => trade.type === type && trade.isApproved === isApproved))
  return Math.max(0, sum('sale', false) - sum('return', true)) - sum('return', false)
}

/** What is left of the units sold once all returns have answered some. */
export function leftOf(trades: readonly Trade[], before: readonly PricedUnits[] = []): PricedUnits[] {
  const sold = [...before, ...trades.filter(({ type }) => type === 'sale')]
  const returns = trades.filter(({ type }) => type === 'return')
  const approved = returns.filter(({ isApproved }) => isApproved)
  const others = returns.filter(({ isApproved }) => !isApproved)
  return unitsLeft(unitsLeft(sold, approved), others)
}
