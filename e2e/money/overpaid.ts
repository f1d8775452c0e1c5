import type { TransactionType } from '@mms/contracts'

/** A row of sales' transactions, as far as it says who got which money. */
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
}

/** What staff may take back without a sale: units of each medicine, and paise of all together. */
export interface Allowance {
  units: number
  paise: number
}

/** The price of each single unit, dearest first. */
const unitPrices = (rows: readonly MoneyRow[]) =>
  rows
    .flatMap(({ quantity, unit_price_paise: paise }) => Array<number>(quantity).fill(Number(paise)))
    .sort((a, b) => b - a)

/** The most by which the dearest refunded units exceed as many of the dearest sold ones, in paise. */
function excessOf(refunded: readonly number[], sold: readonly number[]): number {
  let [most, sum] = [0, 0]
  for (const [index, paise] of refunded.entries()) {
    sum += paise - (sold[index] ?? 0)
    most = Math.max(most, sum)
  }
  return most
}

/**
 * Of which medicines more was paid out than was paid in for those units, said here a second time: refunds are the returns
 * that stand and nobody approved, and the sales that were undone. However refunds are matched with sales, the dearest k
 * refunded units cost no more than the dearest k sold ones. All rows are settled.
 */
export function overpaid(rows: readonly MoneyRow[], allowance: Allowance): string[] {
  const completed = rows.filter(({ status, sample }) => status === 'completed' && !sample)
  const undone = new Set(completed.flatMap(({ reverses }) => reverses ?? []))
  const originals = completed.filter(({ reverses }) => reverses === null)
  return [...Map.groupBy(originals, (row) => row.medicine_id)].flatMap(([medicineId, own]) => {
    const sales = own.filter(({ type }) => type === 'sale')
    const isRefund = ({ id, type, approved_by: approvedBy }: MoneyRow) =>
      type === 'sale' ? undone.has(id) : type === 'return' && approvedBy === null && !undone.has(id)
    const [sold, refunded] = [unitPrices(sales), unitPrices(own.filter(isRefund))]
    const excess = excessOf(refunded, sold)
    const units = refunded.length - sold.length
    return [
      ...(excess > allowance.paise ? [`${excess} paise too much were paid out for ${medicineId}`] : []),
      ...(units > allowance.units ? [`${units} units of ${medicineId} came back that were not sold`] : []),
    ]
  })
}
