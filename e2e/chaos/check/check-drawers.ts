import { type BillDocument, type Drawer, sumOfCountedCash } from '@mms/contracts'
import type { Report } from '../violations.ts'
import type { KnownMoney } from '../work/drawers.ts'
import { type Books, type EntryRow, type PaymentRow, sumOf } from './books.ts'

const amountOf = (payments: PaymentRow[], mode?: string) =>
  sumOf(
    payments
      .filter((payment) => mode === undefined || payment.mode === mode)
      .map(({ amount }) => Number(amount)),
  )

const signed = (entries: EntryRow[]) =>
  sumOf(entries.map(({ direction, amount }) => (direction === 'in' ? Number(amount) : -Number(amount))))

/** Refunds never exceed the payments of a bill, and equal them once all units are back. */
function checkReturns(bill: BillDocument, notes: BillDocument[], books: Books, report: Report): void {
  const returned = notes.flatMap(({ lines }) => lines)
  const unitsOf = (id: string) => sumOf(returned.filter(({ of }) => of === id).map(({ units }) => units))
  for (const { _id, units } of bill.lines)
    if (unitsOf(_id) > units)
      report('drawer-differs', `${unitsOf(_id)} of ${units} units of ${_id} came back`)
  const refunded = sumOf(notes.map(({ payable }) => payable))
  const isAllBack = bill.lines.every(({ _id, units }) => unitsOf(_id) === units)
  if (refunded > bill.payable || (isAllBack && refunded !== bill.payable))
    report('drawer-differs', `${refunded} of ${bill.payable} were paid back for ${bill.number}`)
  const ids = [bill, ...notes].map(({ _id }) => _id)
  const left = amountOf(books.payments.filter(({ bill_id }) => ids.includes(bill_id)))
  if (left !== bill.payable - refunded)
    report('drawer-differs', `${bill.number} holds ${left}, not ${bill.payable} less ${refunded}`)
}

/** A day report says what the payments and entries of its drawer say, and follows the one before. */
function checkReport(drawer: Drawer, last: Drawer | undefined, books: Books, report: Report): void {
  const { figures, closing, float, counter } = drawer
  const payments = books.payments.filter(({ drawer_id }) => drawer_id === drawer._id)
  for (const mode of ['cash', 'upi', 'card', 'credit'] as const)
    if (amountOf(payments, mode) !== figures.byMode[mode])
      report(
        'drawer-differs',
        `${closing?.number} has ${figures.byMode[mode]} ${mode}, its payments ${amountOf(payments, mode)}`,
      )
  const entered = signed(books.entries.filter(({ drawer_id }) => drawer_id === drawer._id))
  const expected = float + figures.byMode.cash + entered
  if (expected !== figures.expectedCash)
    report('drawer-differs', `${closing?.number} expects ${figures.expectedCash}, not ${expected}`)
  if (closing && closing.difference !== sumOfCountedCash(closing.counted) - expected)
    report('drawer-differs', `${closing.number} differs by ${closing.difference}`)
  const numberOf = (text: string | undefined) => Number(text?.split('/')[2] ?? 0)
  const [range] = figures.bills
  const before = numberOf(last?.figures.bills.at(-1)?.last)
  if (range && (numberOf(range.first) !== before + 1 || numberOf(range.last) - before !== range.count))
    report(
      'drawer-differs',
      `${closing?.number} of ${counter.code}: ${JSON.stringify(range)} after ${before}`,
    )
}

/** Drawers, credit notes and payment moves agree with the payments, and those with what the counters did. */
export function checkDrawers(known: KnownMoney[], books: Books, report: Report): void {
  const final = books.bills.filter(({ status }) => status === 'final')
  for (const bill of final)
    if (!bill.creditOf)
      checkReturns(
        bill,
        final.filter(({ creditOf }) => creditOf?._id === bill._id),
        books,
        report,
      )
  const lastOf = new Map<string, Drawer>()
  for (const drawer of books.reports) {
    checkReport(drawer, lastOf.get(drawer.counter._id), books, report)
    if (drawer.figures.bills.length > 0) lastOf.set(drawer.counter._id, drawer)
  }
  for (const { counterId, cash, upi, cashEntries } of known) {
    const payments = books.payments.filter(({ counter_id }) => counter_id === counterId)
    const outside = payments.filter(({ drawer_id }) => drawer_id === null).length
    if (outside > 0) report('drawer-differs', `${outside} payments of ${counterId} are in no drawer`)
    const booked = [amountOf(payments, 'cash'), amountOf(payments, 'upi')]
    if (booked[0] !== cash || booked[1] !== upi)
      report('drawer-differs', `${counterId} took ${[cash, upi]}, and ${booked} are booked`)
    const entered = signed(books.entries.filter(({ counter_id }) => counter_id === counterId))
    if (entered !== cashEntries)
      report('drawer-differs', `${counterId} entered ${cashEntries}, and ${entered} are booked`)
  }
}
