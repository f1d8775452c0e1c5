import {
  addDays,
  type BillSettings,
  type BillSums,
  type CreateBill,
  creditOf,
  DAY_MS,
  MAX_MADE_AT_AGE_MS,
  type PublishedMedicine,
  sumOf,
  sumsOfBill,
  taxRateOf,
} from '@mms/contracts'
import { problem } from '@mms/service-kit'
import { formatRupees, invalidFieldProblem } from '../transactions/replies.ts'

function recomputeSums({ customer, discount, lines, day }: CreateBill, settings: BillSettings) {
  const { taxStatus, stateCode, roundOff, rates } = settings
  return sumsOfBill({
    taxStatus,
    roundOff,
    billDiscount: discount,
    interState: Boolean(customer?.stateCode && stateCode && customer.stateCode !== stateCode),
    lines: lines.map((line) => ({ ...line, rateBp: taxRateOf(rates, line.taxClass, day) })),
  })
}

const differingSums = (bill: CreateBill, sums: BillSums) =>
  (['total', 'roundOff', 'payable'] as const).filter((name) => sums[name] !== bill[name])

/** Recomputes the sums. Throws 422 `sales.sums_differ` if the bill has others, 400 for impossible prices. */
export function checkedSums(bill: CreateBill, settings: BillSettings): BillSums {
  const sums = recomputeSums(bill, settings)
  if ('error' in sums) {
    const { error, line } = sums
    const message =
      error === 'sales.above_mrp' ? 'The price is above the MRP' : 'The discount is larger than the amount'
    throw problem.badRequest(error, message, {
      errors: { [line === undefined ? 'discount' : `lines.${line - 1}`]: message },
    })
  }
  const differs = differingSums(bill, sums)
  if (differs.length === 0) return sums
  throw problem.unprocessable('sales.sums_differ', 'The sums of this bill are wrong', {
    errors: Object.fromEntries(differs.map((name) => [name, `must be ${sums[name]}`])),
  })
}

/** Finds the rounding mode that yields the bill's sums. If no mode does, returns the mode of the settings. */
export function roundOffOf(bill: CreateBill, settings: BillSettings): BillSettings['roundOff'] {
  const fits = (roundOff: BillSettings['roundOff']) => {
    const sums = recomputeSums(bill, { ...settings, roundOff })
    return !('error' in sums) && differingSums(bill, sums).length === 0
  }
  const all = [settings.roundOff, 'none', 'nearest', 'capped'] as const
  return all.find(fits) ?? settings.roundOff
}

/** A restored backup may lack the settings by which a counter rounded a bill whose goods have left the shop. */
export const objectionToRounding = (used: BillSettings, { roundOff }: BillSettings) =>
  used.roundOff === roundOff
    ? undefined
    : problem.unprocessable('sales.sums_differ', 'The bill is not rounded as the settings of the store say')

export function checkPayments({ payments, payable, customer }: CreateBill): void {
  if (sumOf(payments.map(({ amount }) => amount)) !== payable)
    throw invalidFieldProblem('payments', 'The payments do not add up to the payable amount')
  if (payments.some(({ tendered, amount }) => tendered !== undefined && tendered < amount))
    throw invalidFieldProblem('payments', 'The cash given is less than the cash part')
  if (payments.some(({ mode }) => mode === 'credit') && !(customer?.name && customer.phone))
    throw invalidFieldProblem('customer', 'Credit needs the name and phone of the customer')
}

const PRESCRIBED = new Set(['H1', 'X'])

/** Returns a problem if a schedule H1 or X medicine is sold without the names of patient and doctor. */
export function objectionToPrescription({ customer, doctor }: CreateBill, medicines: PublishedMedicine[]) {
  const found = medicines.find(({ schedule }) => PRESCRIBED.has(schedule ?? ''))
  if (!found) return undefined
  const message = `${found.name} is a schedule ${found.schedule} medicine`
  if (!customer?.name) return invalidFieldProblem('customer', `${message}: enter the name of the patient`)
  return doctor?.name ? undefined : invalidFieldProblem('doctor', `${message}: enter the name of the doctor`)
}

/**
 * A bill whose goods have left the shop may arrive as late as any offline sale. A bill made while the clock was ahead
 * dates the counter's next ones, too, because the days of its numbers never go back (`isReached`).
 */
export function objectionToDay({ day, handedOver }: CreateBill, today: string, isReached: boolean) {
  const earliest = addDays(today, handedOver ? -MAX_MADE_AT_AGE_MS / DAY_MS : -1)
  if (day >= earliest && (day <= addDays(today, 1) || isReached)) return undefined
  const message = `The date of the bill is not today, ${today}: check the clock of this computer`
  return invalidFieldProblem('day', message)
}

const percent = (basisPoints: number) => `${basisPoints / 100} %`

/** Returns why staff need an administrator's approval for this bill; undefined if they do not. */
export function findPassedLimit(
  { payments }: CreateBill,
  sums: BillSums,
  { limits }: BillSettings,
): string | undefined {
  const grosses = sums.lines.map(({ gross }) => gross)
  // Rounded up, as a discount of exactly this percentage may be.
  const most = sumOf(grosses.map((gross) => Math.ceil((gross * limits.discountBasisPoints) / 10_000)))
  if (sumOf(grosses) - sums.total > most)
    return `More than ${percent(limits.discountBasisPoints)} discount needs an administrator`
  const credit = creditOf(payments)
  if (credit > limits.creditPaise)
    return `More than ${formatRupees(limits.creditPaise)} on credit needs an administrator`
  return undefined
}
