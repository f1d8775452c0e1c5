import type { BillDocument, CreateBill } from '@mms/contracts'
import type { Report } from '../violations.ts'
import type { PrintedBill } from '../work/counters.ts'
import { type Books, sumBy, sumOf } from './books.ts'

/** Computed again from the lines, to check the product's code. */
function checkSums({ number, lines, rates, payments, ...bill }: BillDocument, report: Report): void {
  const byRate = sumBy(lines, ({ rateBp }) => String(rateBp), 'net')
  const ratesAgree = rates.every(
    ({ rateBp, taxable, cgst, sgst, igst }) => byRate.get(String(rateBp)) === taxable + cgst + sgst + igst,
  )
  const gross = sumOf(
    lines.map(({ packPrice, packSize, units }) => Math.floor((packPrice * units) / packSize)),
  )
  const wrong = [
    !ratesAgree || sumOf(lines.map(({ net }) => net)) !== bill.total ? ['its rates'] : [],
    gross - sumOf(lines.map(({ discount, share }) => discount + share)) !== bill.total ? ['its lines'] : [],
    bill.total + bill.roundOff !== bill.payable ? ['its round-off'] : [],
    sumOf(payments.map(({ amount }) => amount)) !== bill.payable ? ['its payments'] : [],
  ].flat()
  for (const part of wrong) report('bill-sums-differ', `${number} does not add up with ${part}`)
  const mrps = lines.map(({ packPrice, packMrp, packSize, units }) =>
    Math.floor(((packMrp ?? packPrice) * units) / packSize),
  )
  if (lines.some(({ packPrice, packMrp }) => packMrp !== null && packPrice > packMrp))
    report('above-mrp', `a line of ${number} costs more than its MRP`)
  if (bill.payable > sumOf(mrps)) report('above-mrp', `${number} takes ${bill.payable}, above its MRPs`)
}

function checkLines({ number, lines, status }: BillDocument, books: Books, report: Report): void {
  const { movements, transactions } = books
  const moved = lines.map(({ _id, units, net }) => {
    const line = movements.find(({ id }) => id === _id)
    const sale = transactions.find(({ id }) => id === _id)
    if (status === 'final' && (line?.effect !== -units || Number(sale?.total_paise) !== net))
      report(
        'bill-torn',
        `${number}: ${_id} is ${-units} for ${net}, and ${line?.effect} for ${sale?.total_paise} in the books`,
      )
    return line !== undefined
  })
  if (status !== 'final' && moved.includes(true)) report('bill-torn', `${status} ${number} moved stock`)
}

const contents = ({ lines, payable, payments }: CreateBill | BillDocument) =>
  JSON.stringify([
    lines.map(({ _id, medicineId, units, packPrice }) => [_id, medicineId, units, packPrice]),
    ...[payable, payments],
  ])

const isFinalBill = ({ status, creditOf }: BillDocument) => status === 'final' && !creditOf

/** Each number without a gap is one final bill, equal to its paper. All its lines moved, or none. */
export function checkBills(printed: PrintedBill[], books: Books, report: Report): void {
  const final = new Map(books.bills.filter(isFinalBill).map((bill) => [bill.number, bill]))
  const booked = books.bills.filter(isFinalBill)
  if (final.size !== booked.length) report('bill-number', `${booked.length} bills have ${final.size} numbers`)
  if (booked.length !== printed.length)
    report('bill-number', `${printed.length} bills were printed, ${booked.length} booked`)
  for (const { number, bill } of printed) {
    const found = final.get(number)
    if (found?._id !== bill._id)
      report('bill-number', `${number} is ${found?._id ?? 'missing'}, not ${bill._id}`)
    else if (contents(found) !== contents(bill)) report('bill-number', `${number} was printed otherwise`)
  }
  for (const bill of books.bills) {
    if (bill.creditOf) continue
    checkLines(bill, books, report)
    if (bill.status === 'final') checkSums(bill, report)
    if (bill.status === 'pending') report('still-pending', `bill ${bill.number}`)
  }
}
