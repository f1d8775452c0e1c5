import { MAX_BATCH_SHARES } from '@mms/contracts'

export interface PricedUnits {
  units: number
  paise: number
}

export const unitsOf = (all: readonly PricedUnits[]) => all.reduce((sum, { units }) => sum + units, 0)

const dearestFirst = (all: readonly PricedUnits[]) => all.toSorted((a, b) => b.paise - a.paise)

/**
 * Returns the sold units not refunded yet, dearest first. Each refunded unit uses up the cheapest unit that cost at
 * least as much, else the dearest left. Refunds beyond the sold units use up nothing. If each refund is at most
 * `pricePaid` of the rest, all together are at most the amount paid.
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
export function pricePaid(left: readonly PricedUnits[], count: number): number {
  let [open, paid] = [count, 0]
  for (const { units, paise } of left) {
    const taken = Math.min(open, units)
    open -= taken
    paid += taken * paise
  }
  return paid
}

export interface TradedUnits extends PricedUnits {
  type: 'sale' | 'return'
  isApproved: boolean
}

/** Units that staff took back beyond those sold reduce later returns; units approved by an administrator do not. */
export function countReturnable(trades: readonly TradedUnits[]): number {
  const sum = (type: TradedUnits['type'], isApproved: boolean) =>
    unitsOf(trades.filter((trade) => trade.type === type && trade.isApproved === isApproved))
  return Math.max(0, sum('sale', false) - sum('return', true)) - sum('return', false)
}

export function unreturnedUnits(
  trades: readonly TradedUnits[],
  before: readonly PricedUnits[] = [],
): PricedUnits[] {
  const sold = [...before, ...trades.filter(({ type }) => type === 'sale')]
  const returns = trades.filter(({ type }) => type === 'return')
  const approved = returns.filter(({ isApproved }) => isApproved)
  const others = returns.filter(({ isApproved }) => !isApproved)
  return unitsLeft(unitsLeft(sold, approved), others)
}

interface ReturnShare {
  batchId: string
  units: number
}

export interface BatchedTrade {
  type: 'sale' | 'return'
  shares: ReturnShare[]
}

/** Distributes returned units to the batches of the newest sales that still have unreturned units. */
export function distributeReturn(newestFirst: readonly BatchedTrade[], units: number): ReturnShare[] {
  const returned = new Map<string, number>()
  for (const { type, shares } of newestFirst) {
    if (type !== 'return') continue
    for (const { batchId, units: back } of shares) returned.set(batchId, (returned.get(batchId) ?? 0) + back)
  }
  const back = new Map<string, number>()
  let left = units
  for (const { batchId, units: sold } of newestFirst.flatMap(({ type, shares }) =>
    type === 'sale' ? shares : [],
  )) {
    if (left === 0 || (back.size === MAX_BATCH_SHARES && !back.has(batchId))) continue
    const already = Math.min(sold, returned.get(batchId) ?? 0)
    returned.set(batchId, (returned.get(batchId) ?? 0) - already)
    const taken = Math.min(left, sold - already)
    if (taken > 0) back.set(batchId, (back.get(batchId) ?? 0) + taken)
    left -= taken
  }
  return [...back].map(([batchId, count]) => ({ batchId, units: count }))
}
