/** Computes a bill in browser and server. Money in paise, rates and percentages in basis points. */

export type TaxStatus = 'regular' | 'composition' | 'unregistered'
export type RoundOff = 'none' | 'nearest' | 'capped'
export type Discount = { basisPoints: number } | { paise: number } | null

/** `packMrp` is null if no MRP is printed on the pack. */
export interface BillLine extends Gross {
  rateBp: number
  packMrp: number | null
  discount: Discount
}
type Gross = Record<'packPrice' | 'packSize' | 'units', number>

export interface Bill {
  taxStatus: TaxStatus
  /** True if the customer is in another state. */
  interState: boolean
  lines: readonly BillLine[]
  billDiscount: Discount
  roundOff: RoundOff
}

type Taxes = Record<'cgst' | 'sgst' | 'igst', number>
/** `share`: the line's part of the discount on the whole bill. */
export type LineSums = Taxes & Record<'gross' | 'discount' | 'share' | 'net' | 'taxable', number>
type RateSums = Taxes & Record<'rateBp' | 'taxable', number>

/** `rates` are sorted, lowest first. */
export interface BillSums extends Record<'billDiscount' | 'total' | 'payable' | 'roundOff', number> {
  documentTitle: string
  lines: LineSums[]
  rates: RateSums[]
}

/** `line`: line number, from 1. */
export interface BillRefusal {
  error: 'sales.above_mrp' | 'sales.discount_too_large'
  line?: number
}

const RUPEE = 100
const WHOLE = 10_000

/** Uses BigInt because products can exceed safe integers: ₹1 crore × 10 million units. */
const shareDown = (amount: number, part: number, whole: number): number =>
  Number((BigInt(amount) * BigInt(part)) / BigInt(whole))

/** Rounds half up. Expects amounts of 0 or more. */
export const roundedShareOf = (amount: number, part: number, whole: number): number =>
  Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** Splits `amount` by weight. Paise lost by rounding down go to the largest remainders; ties go to the earlier. */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const whole = sumOf(weights)
  if (whole === 0) return weights.map(() => 0)
  const parts = weights.map((weight) => shareDown(amount, weight, whole))
  const remainders = weights.map((weight) => (BigInt(amount) * BigInt(weight)) % BigInt(whole))
  const byRemainder = [...parts.keys()].toSorted((a, b) =>
    Number((remainders[b] as bigint) - (remainders[a] as bigint)),
  )
  for (const at of byRemainder.slice(0, amount - sumOf(parts))) parts[at] = (parts[at] as number) + 1
  return parts
}

/** Undefined if the discount is larger than the amount. */
function discountOf(amount: number, discount: Discount): number | undefined {
  if (discount === null) return 0
  const paise = 'paise' in discount ? discount.paise : roundedShareOf(amount, discount.basisPoints, WHOLE)
  return paise > amount ? undefined : paise
}

export const grossOf = ({ packPrice, packSize, units }: Gross): number =>
  shareDown(packPrice, units, packSize)

/** Paise that the customer still owes. */
export const creditOf = (payments: readonly { mode: string; amount: number }[]): number =>
  sumOf(payments.flatMap(({ mode, amount }) => (mode === 'credit' ? amount : [])))

/** Subject that an approval is bound to: this bill, its amounts before and after discounts, and its credit, if any. */
export function billApprovalSubject(bill: {
  _id: string
  payable: number
  lines: readonly Gross[]
  payments: readonly { mode: string; amount: number }[]
}): string {
  const credit = creditOf(bill.payments)
  const amounts = [sumOf(bill.lines.map(grossOf)), bill.payable, ...(credit > 0 ? [credit] : [])]
  return [bill._id, ...amounts].join(' ')
}

/** Extracts the taxes included in a price. */
function taxesOf(net: number, rateBp: number, interState: boolean): Taxes {
  if (interState) return { cgst: 0, sgst: 0, igst: roundedShareOf(net, rateBp, WHOLE + rateBp) }
  const half = roundedShareOf(net, rateBp, 2 * (WHOLE + rateBp))
  return { cgst: half, sgst: half, igst: 0 }
}

const taxableOf = (net: number, { cgst, sgst, igst }: Taxes): number => net - cgst - sgst - igst

function titleOf(taxStatus: TaxStatus, rates: readonly RateSums[]): string {
  if (taxStatus === 'unregistered') return 'Cash Memo'
  const taxed = rates.filter(({ rateBp }) => rateBp > 0)
  if (taxed.length === 0) return 'Bill of Supply'
  return taxed.length === rates.length ? 'Tax Invoice' : 'Invoice-cum-Bill of Supply'
}

/** With `capped`, rounds down if the nearest rupee would exceed the sum of the MRPs. */
function payableOf(total: number, { roundOff, lines }: Bill): number {
  if (roundOff === 'none' || total < RUPEE) return total
  const nearest = Math.floor((total + RUPEE / 2) / RUPEE) * RUPEE
  if (roundOff === 'nearest') return nearest
  const mrps = sumOf(lines.map((line) => grossOf({ ...line, packPrice: line.packMrp ?? line.packPrice })))
  return nearest > mrps ? Math.floor(total / RUPEE) * RUPEE : nearest
}

type Priced = Pick<LineSums, 'gross' | 'discount' | 'share' | 'net'>

function pricesOf({ lines, billDiscount }: Bill): Priced[] | BillRefusal {
  const discounted: Pick<LineSums, 'gross' | 'discount'>[] = []
  for (const [at, line] of lines.entries()) {
    if (line.packMrp !== null && line.packPrice > line.packMrp)
      return { error: 'sales.above_mrp', line: at + 1 }
    const gross = grossOf(line)
    const discount = discountOf(gross, line.discount)
    if (discount === undefined) return { error: 'sales.discount_too_large', line: at + 1 }
    discounted.push({ gross, discount })
  }
  const amounts = discounted.map(({ gross, discount }) => gross - discount)
  const discount = discountOf(sumOf(amounts), billDiscount)
  if (discount === undefined) return { error: 'sales.discount_too_large' }
  const shares = splitByWeight(discount, amounts)
  return discounted.map((line, at) => {
    const share = shares[at] as number
    return { ...line, share, net: line.gross - line.discount - share }
  })
}

export function sumsOfBill(bill: Bill): BillSums | BillRefusal {
  const priced = pricesOf(bill)
  if ('error' in priced) return priced
  const rateOf = (at: number) => (bill.taxStatus === 'regular' ? (bill.lines[at] as BillLine).rateBp : 0)
  const byRate = Map.groupBy(priced.keys(), rateOf)
  const lines: LineSums[] = priced.map((line) => ({ ...line, taxable: 0, cgst: 0, sgst: 0, igst: 0 }))
  const rates = [...byRate]
    .toSorted(([a], [b]) => a - b)
    .map(([rateBp, own]): RateSums => {
      const nets = own.map((at) => (priced[at] as Priced).net)
      const taxes = taxesOf(sumOf(nets), rateBp, bill.interState)
      for (const tax of ['cgst', 'sgst', 'igst'] as const) {
        const parts = splitByWeight(taxes[tax], nets)
        for (const [index, at] of own.entries()) (lines[at] as LineSums)[tax] = parts[index] as number
      }
      return { rateBp, taxable: taxableOf(sumOf(nets), taxes), ...taxes }
    })
  for (const line of lines) line.taxable = taxableOf(line.net, line)
  const total = sumOf(priced.map(({ net }) => net))
  const payable = payableOf(total, bill)
  return {
    documentTitle: titleOf(bill.taxStatus, rates),
    lines,
    rates,
    billDiscount: sumOf(priced.map(({ share }) => share)),
    total,
    payable,
    roundOff: payable - total,
  }
}
