import {
  type BillDocument,
  type BillLineRow,
  type BillReport,
  type BillRow,
  drawerFiguresOf,
  type PaymentMode,
  sumOf,
} from '@mms/contracts'
import type { CounterRecord } from '../counters/store.ts'
import type { PaymentSums } from './store.ts'

function tradeOf(sums: PaymentSums[]) {
  const { sales, refunds, byMode } = drawerFiguresOf(0, sums, [])
  const countOf = (kind: PaymentSums['kind']) =>
    sumOf(sums.filter((sum) => sum.kind === kind).map(({ documents }) => documents))
  return { bills: countOf('bill'), notes: countOf('note'), sales, refunds, byMode }
}

interface ReportParts {
  period: Pick<BillReport, 'from' | 'to'>
  sums: PaymentSums[]
  rates: BillReport['rates']
  counters: CounterRecord[]
  names: Map<string, string>
}

export function reportOf({ period, sums, rates, counters, names }: ReportParts): BillReport {
  const byCounter = Map.groupBy(sums, ({ counterId }) => counterId)
  const bySeller = Map.groupBy(sums, ({ sellerId }) => sellerId)
  const people = [...bySeller].map(([_id, own]) => ({ _id, name: names.get(_id) ?? '', ...tradeOf(own) }))
  return {
    ...period,
    ...tradeOf(sums),
    rates,
    roundOff: sumOf(sums.map(({ roundOff }) => roundOff)),
    counters: counters.flatMap(({ _id, code, name }) => {
      const own = byCounter.get(_id)
      return own ? [{ _id, code, name, ...tradeOf(own) }] : []
    }),
    people: people.toSorted((a, b) => b.sales - a.sales),
    withoutDrawer: tradeOf(sums.filter(({ hasDrawer }) => !hasDrawer)).byMode,
  }
}

const signOf = ({ creditOf }: BillDocument) => (creditOf ? -1 : 1)
const taxes = ['taxable', 'cgst', 'sgst', 'igst'] as const
type Taxes = Record<(typeof taxes)[number], number>

const taxesOf = (parts: readonly Taxes[], sign: number) =>
  Object.fromEntries(taxes.map((name) => [name, sign * sumOf(parts.map((part) => part[name]))])) as Taxes

const headOf = ({ number, creditOf, day, madeAt, seller }: BillDocument) => ({
  number,
  kind: creditOf ? ('note' as const) : ('bill' as const),
  day,
  madeAt,
  seller: seller.name,
})

export function billRow(document: BillDocument): BillRow {
  const { creditOf, counter, customer, rates, payments, total, roundOff, payable } = document
  const sign = signOf(document)
  const paid = (mode: PaymentMode) =>
    sign * sumOf(payments.filter((payment) => payment.mode === mode).map(({ amount }) => amount))
  return {
    ...headOf(document),
    creditOf: creditOf?.number ?? '',
    counter: counter.code,
    customer: { name: customer?.name ?? '', phone: customer?.phone ?? '', gstin: customer?.gstin ?? '' },
    total: sign * total,
    roundOff: sign * roundOff,
    payable: sign * payable,
    ...taxesOf(rates, sign),
    cash: paid('cash'),
    upi: paid('upi'),
    card: paid('card'),
    credit: paid('credit'),
  }
}

export function lineRows(document: BillDocument): BillLineRow[] {
  const sign = signOf(document)
  return document.lines.map((line) => ({
    ...headOf(document),
    name: line.name,
    manufacturer: line.manufacturer,
    hsn: line.hsn,
    batches: line.batches.flatMap(({ number }) => number ?? []).join(' '),
    packSize: line.packSize,
    packPrice: line.packPrice,
    packMrp: line.packMrp,
    rateBp: line.rateBp,
    units: sign * line.units,
    discount: sign * (line.discount + line.share),
    net: sign * line.net,
    ...taxesOf([line], sign),
  }))
}
