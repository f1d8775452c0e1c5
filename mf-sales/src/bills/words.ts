import { type BillDocument, type PaymentMode, packText, type ShownBillLine } from '@mms/contracts'
import { formatDate, formatRupees } from '@mms/ui'

export const formatPaise = (paise: number): string => formatRupees(paise / 100)

/** Without a sign of rupees, for columns of paper: `1,234.50`. */
export const plainPaise = (paise: number): string =>
  (paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `5 %`, `2.5 %`. */
export const percentText = (basisPoints: number): string => `${basisPoints / 100} %`

const small = [
  ...['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'],
  ...['Thirteen', 'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'],
]
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']
const scales = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
] as const

function numberWords(number: number): string {
  if (number < 20) return small[number] ?? ''
  const [size, name] = scales.find(([scale]) => number >= scale) ?? [10, '']
  const first = Math.floor(number / size)
  const head = name === '' ? tens[first] : `${numberWords(first)} ${name}`
  return [head, numberWords(number % size)].filter(Boolean).join(' ')
}

/** `Rupees One Lakh Five and Fifty Paise Only`. */
export function amountInWords(paise: number): string {
  const rupees = `Rupees ${numberWords(Math.floor(paise / 100)) || 'Zero'}`
  const rest = paise % 100
  return `${rest === 0 ? rupees : `${rupees} and ${numberWords(rest)} Paise`} Only`
}

interface NamedBatch {
  number?: string | null | undefined
  expiryDate?: string | null | undefined
}

export const batchWords = ({ number, expiryDate }: NamedBatch): string =>
  [number ?? 'No number', expiryDate ? `exp ${formatDate(expiryDate)}` : ''].filter(Boolean).join(', ')

export const modes = { cash: 'Cash', upi: 'UPI', card: 'Card', credit: 'Credit' }

export const modeSums = (byMode: Record<PaymentMode, number>): SumRow[] => [
  [modes.cash, byMode.cash],
  [modes.upi, byMode.upi],
  [modes.card, byMode.card],
  [modes.credit, byMode.credit],
]
const words = { payable: 'Payable', seller: 'Sold by', modes }
const noteWords = {
  payable: 'Refund',
  seller: 'Taken back by',
  modes: { ...modes, credit: 'Off the open credit' },
}

/** The amounts of a credit note are positive, so its words say which way the money went. */
export const wordsOf = ({ creditOf }: Pick<BillDocument, 'creditOf'>) => (creditOf ? noteWords : words)

type Text = string | null | undefined | false

export const joined = (...parts: Text[]): string => parts.filter(Boolean).join(' · ')
const filled = (texts: Text[]) => texts.filter(Boolean) as string[]

export interface TaxedRates extends Pick<BillDocument, 'rates'> {
  store: Pick<BillDocument['store'], 'taxStatus'>
}

/** Taxes of the table: none if the store collects none, all three for a day with bills to another state. */
function taxesOf({ rates, store }: TaxedRates) {
  if (store.taxStatus !== 'regular') return []
  const isTaken = (tax: 'cgst' | 'igst') => rates.some((rate) => rate[tax] !== 0)
  const isOutside = isTaken('igst')
  return [
    ...(isTaken('cgst') || !isOutside ? (['cgst', 'sgst'] as const) : []),
    ...(isOutside ? (['igst'] as const) : []),
  ]
}

export function headLines(bill: BillDocument) {
  const { store, customer, doctor, creditOf, reason, seller } = bill
  const name = store.tradeName || store.legalName
  const licences = store.licences.map(({ number }) => number).join(', ')
  return {
    name,
    store: filled([
      store.legalName === name ? '' : store.legalName,
      store.address,
      store.phone && `Phone ${store.phone}`,
      licences && `D.L. ${licences}`,
      store.gstin && `GSTIN ${store.gstin}`,
    ]),
    composition:
      store.taxStatus === 'composition' &&
      'Composition taxable person, not eligible to collect tax on supplies',
    people: filled([
      creditOf && `For bill ${creditOf.number}: ${reason}`,
      `${wordsOf(bill).seller} ${seller.name}`,
      customer && `Customer: ${joined(customer.name, customer.phone, customer.address)}`,
      customer?.gstin && `GSTIN ${customer.gstin}`,
      taxesOf(bill).includes('igst') && `Place of supply: state ${customer?.stateCode}`,
      doctor && `Doctor: ${joined(doctor.name, doctor.registration)}`,
    ]),
  }
}

/** `May 2027`: packs print only the month. */
const monthOf = (date: string | null) =>
  date === null ? '' : formatDate(date, 'en-IN').replace(/^\d+\s/, '')
export const batchesOf = ({ batches }: ShownBillLine) =>
  batches.map(({ number, expiryDate }) => ({ number: number ?? 'no number', expiry: monthOf(expiryDate) }))

/** Sales of these schedules are recorded with the maker. */
export const scheduleText = ({ schedule, manufacturer }: ShownBillLine) =>
  schedule === 'none' ? '' : joined(`Schedule ${schedule}`, manufacturer)
const mrpOf = ({ packMrp }: ShownBillLine) => (packMrp === null ? '' : plainPaise(packMrp))
const discountOf = ({ discount }: ShownBillLine) => (discount > 0 ? plainPaise(discount) : '')
export const amountOf = ({ gross, discount }: ShownBillLine) => plainPaise(gross - discount)

export type SumRow = readonly [label: string, paise: number]

export interface PaperTable {
  heads: readonly string[]
  /** Number of text columns. Numbers follow them. */
  texts: number
  rows: readonly (readonly string[])[]
}

export const lineTable = (lines: readonly ShownBillLine[]): PaperTable => ({
  heads: ['#', 'Medicine', 'HSN', 'Batch, expiry', 'Quantity', 'MRP', 'Discount', 'Amount'],
  texts: 4,
  rows: lines.map((line, at) => [
    ...[String(at + 1), filled([line.name, scheduleText(line)]).join('\n'), line.hsn],
    batchesOf(line)
      .map(({ number, expiry }) => `${number} ${expiry}`)
      .join('\n'),
    ...[packText(line.units, line), mrpOf(line), discountOf(line), amountOf(line)],
  ]),
})

/** Undefined if the store collects no tax. */
export function taxTable({ rates, store }: TaxedRates): PaperTable | undefined {
  const taxes = taxesOf({ rates, store })
  if (taxes.length === 0) return undefined
  return {
    heads: ['GST', 'Taxable', ...taxes.map((tax) => tax.toUpperCase())],
    texts: 1,
    rows: rates.map((rate) => [
      percentText(rate.rateBp),
      ...[rate.taxable, ...taxes.map((tax) => rate[tax])].map(plainPaise),
    ]),
  }
}

/** Sums above the payable amount. */
export const sumsOf = ({ billDiscount, total, roundOff }: BillDocument): SumRow[] => [
  ...(billDiscount > 0
    ? ([
        ['Sum', total + billDiscount],
        ['Discount', -billDiscount],
      ] as const)
    : []),
  ...(roundOff === 0
    ? []
    : ([
        ['Total', total],
        ['Round-off', roundOff],
      ] as const)),
]
