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
