import type { TransactionType } from '@mms/contracts'

/** The parts of a transaction that concern money. */
export interface MoneyRow {
  id: string
  medicine_id: string
  type: TransactionType
  quantity: number
  unit_price_paise: number
  status: string
  reverses: string | null
  approved_by: string | null
  sample: number | boolean
  /** Position in the medicine's ledger. */
  movement_version: number | null
}

/** Limits of refunds without a sale: units per medicine, paise in total. */
export interface Allowance {
  units: number
  paise: number
}

type Units = Map<number, number>

function add(units: Units, { unit_price_paise: paise, quantity }: MoneyRow, sign = 1): void {
  units.set(Number(paise), (units.get(Number(paise)) ?? 0) + sign * quantity)
}

const dearestFirst = (units: Units) => [...units].filter(([, count]) => count > 0).sort(([a], [b]) => b - a)
const countOf = (units: Units) => [...units.values()].reduce((sum, count) => sum + count, 0)

/** Excess of the dearest refunded units over as many of the dearest sold ones, in paise. */
function excessOf(refunded: Units, sold: Units): number {
  const left = dearestFirst(sold)
  let [most, sum] = [0, 0]
  for (const [price, count] of dearestFirst(refunded)) {
    for (let open = count; open > 0; ) {
      const [first] = left
      const taken = Math.min(open, first?.[1] ?? open)
      sum += taken * (price - (first?.[0] ?? 0))
      most = Math.max(most, sum)
      open -= taken
      if (first) first[1] -= taken
      if (first?.[1] === 0) left.shift()
    }
  }
  return most
}

/**
 * Of which medicines more was paid out, at any moment, than had been paid in for those units, said here a second time.
 * Refunds are the returns that nobody approved and that are not undone yet, and the sales that are undone. However refunds
 * are matched with sales, the dearest k refunded units cost no more than the dearest k sold ones. All rows are settled. Their
 * order is the ledger's: what a refund was judged by was carried out before it, however late its request came.
 */
export function overpaid(rows: readonly MoneyRow[], allowance: Allowance): string[] {
  const completed = rows.filter(({ status, sample }) => status === 'completed' && !sample)
  const byId = new Map(completed.map((row) => [row.id, row]))
  const inOrder = completed.toSorted((a, b) => Number(a.movement_version) - Number(b.movement_version))
  const found: string[] = []
  for (const [medicineId, own] of Map.groupBy(inOrder, (row) => row.medicine_id)) {
    const [sold, refunded]: [Units, Units] = [new Map(), new Map()]
    let [excess, units] = [0, 0]
    for (const row of own) {
      const { type, reverses, approved_by: approvedBy } = row
      const original = reverses === null ? row : byId.get(reverses)
      if (type === 'sale') add(reverses === null ? sold : refunded, row)
      else if (type === 'return' && (original?.approved_by ?? approvedBy) === null)
        add(refunded, row, reverses === null ? 1 : -1)
      excess = Math.max(excess, excessOf(refunded, sold))
      units = Math.max(units, countOf(refunded) - countOf(sold))
    }
    if (excess > allowance.paise) found.push(`${excess} paise too much were paid out for ${medicineId}`)
    if (units > allowance.units) found.push(`${units} units of ${medicineId} came back that were not sold`)
  }
  return found
}
