import { type BillDocument, type PaymentMode, packText, type ShownBillLine } from '@mms/contracts'
import { formatDate } from '@mms/ui'
import { formatBasisPoints, formatPaise, formatPlainPaise } from '../amounts.ts'
import * as words from '../words/bills.ts'

type Text = string | null | undefined | false

export const joinTexts = (...parts: Text[]): string => parts.filter(Boolean).join(' · ')
const filled = (texts: Text[]) => texts.filter(Boolean) as string[]

export interface TaxedRates extends Pick<BillDocument, 'rates'> {
  store: Pick<BillDocument['store'], 'taxStatus'>
}

/** Tax columns: none if the store collects no tax, all three if a day also has bills to another state. */
function taxesOf({ rates, store }: TaxedRates): readonly ('cgst' | 'sgst' | 'igst')[] {
  if (store.taxStatus !== 'regular') return []
  const isTaken = (tax: 'cgst' | 'igst') => rates.some((rate) => rate[tax] !== 0)
  if (!isTaken('igst')) return ['cgst', 'sgst']
  return isTaken('cgst') ? ['cgst', 'sgst', 'igst'] : ['igst']
}

export function headLinesOf(bill: BillDocument) {
  const { store, customer, doctor, creditOf, reason, seller } = bill
  const name = store.tradeName || store.legalName
  const licences = store.licences.map(({ number }) => number).join(', ')
  return {
    name,
    store: filled([
      store.legalName === name ? '' : store.legalName,
      store.address,
      store.phone && words.phone(store.phone),
      licences && words.drugLicences(licences),
      store.gstin && words.gstin(store.gstin),
    ]),
    composition: store.taxStatus === 'composition' && words.compositionText,
    people: filled([
      creditOf && words.forBill(creditOf.number, reason),
      `${words.wordsOf(bill).seller} ${seller.name}`,
      customer && words.customer(joinTexts(customer.name, customer.phone, customer.address)),
      customer?.gstin && words.gstin(customer.gstin),
      taxesOf(bill).includes('igst') && words.placeOfSupply(customer?.stateCode),
      doctor && words.doctor(joinTexts(doctor.name, doctor.registration)),
    ]),
  }
}

/** Example: `May 2027`. Packs print only the month. */
const monthOf = (date: string | null) =>
  date === null ? '' : formatDate(date, 'en-IN').replace(/^\d+\s/, '')
export const printedBatchesOf = ({ batches }: ShownBillLine) =>
  batches.map(({ number, expiryDate }) => ({
    number: number ?? words.noBatchNumber,
    expiry: monthOf(expiryDate),
  }))

/** Sales of scheduled medicines must be recorded with their manufacturer. */
export const scheduleText = ({ schedule, manufacturer }: ShownBillLine) =>
  schedule === 'none' ? '' : joinTexts(words.schedule(schedule), manufacturer)
const mrpOf = ({ packMrp }: ShownBillLine) => (packMrp === null ? '' : formatPlainPaise(packMrp))
const discountOf = ({ discount }: ShownBillLine) => (discount > 0 ? formatPlainPaise(discount) : '')
export const lineAmountText = ({ gross, discount }: ShownBillLine) => formatPlainPaise(gross - discount)

export type SumRow = readonly [label: string, paise: number]

export const sumTexts = (sums: readonly SumRow[]) =>
  sums.map(([label, paise]) => [label, formatPaise(paise)] as const)

export interface PaperTable {
  heads: readonly string[]
  /** Number of text columns. Numbers follow them. */
  texts: number
  rows: readonly (readonly string[])[]
}

export const lineTable = (lines: readonly ShownBillLine[]): PaperTable => ({
  heads: words.lineHeads,
  texts: 4,
  rows: lines.map((line, at) => [
    ...[String(at + 1), filled([line.name, scheduleText(line)]).join('\n'), line.hsn],
    printedBatchesOf(line)
      .map(({ number, expiry }) => `${number} ${expiry}`)
      .join('\n'),
    ...[packText(line.units, line), mrpOf(line), discountOf(line), lineAmountText(line)],
  ]),
})

export function taxTable({ rates, store }: TaxedRates): PaperTable | undefined {
  const taxes = taxesOf({ rates, store })
  if (taxes.length === 0) return undefined
  return {
    heads: [...words.taxHeads, ...taxes.map((tax) => tax.toUpperCase())],
    texts: 1,
    rows: rates.map((rate) => [
      formatBasisPoints(rate.rateBp),
      ...[rate.taxable, ...taxes.map((tax) => rate[tax])].map(formatPlainPaise),
    ]),
  }
}

/** Rows above the payable amount. */
export function sumsAbovePayable({ billDiscount, total, roundOff }: BillDocument): SumRow[] {
  const discount: SumRow[] = [
    [words.sum, total + billDiscount],
    [words.discountOfBill, -billDiscount],
  ]
  const rounding: SumRow[] = [
    [words.total, total],
    [words.roundOffOfBill, roundOff],
  ]
  return [...(billDiscount > 0 ? discount : []), ...(roundOff === 0 ? [] : rounding)]
}

export const paymentModes = Object.keys(words.modes) as PaymentMode[]

export const paymentModeSums = (byMode: Record<PaymentMode, number>): SumRow[] =>
  paymentModes.map((mode) => [words.modes[mode], byMode[mode]])
