import type { ShownRestoration } from '@mms/contracts'
import { formatDate, formatRupees } from '@mms/ui'

interface Value {
  isRestored: boolean
  changedBy?: string | undefined
  /** As people read them; undefined where the server does not know them. */
  now?: string | undefined
  before?: string | undefined
}

const dateOrNone = (date: string | null | undefined) => (date === undefined ? undefined : dateText(date))
const dateText = (date: string | null) => (date === null ? 'none' : formatDate(date))
const rupeesOrNone = (amount: number | undefined) => (amount === undefined ? undefined : formatRupees(amount))

/**
 * "Price back to ₹12.00. Expiry stays 31 Dec 2027: changed since by Asha Rao; before the purchase it was 30 Jun 2027."
 * Undefined where the purchase changed neither, or both are what they were.
 */
export function describeRestoration(restoration: ShownRestoration | undefined): string | undefined {
  const { unitPrice, expiryDate } = restoration ?? {}
  const price = unitPrice && {
    ...unitPrice,
    now: rupeesOrNone(unitPrice.now),
    before: rupeesOrNone(unitPrice.before),
  }
  const date = expiryDate && {
    ...expiryDate,
    now: dateOrNone(expiryDate.now),
    before: dateOrNone(expiryDate.before),
  }
  const sentences = [price && describe('Price', price), date && describe('Expiry', date)].filter(Boolean)
  return sentences.length > 0 ? sentences.join(' ') : undefined
}

function describe(what: string, { isRestored, changedBy, now, before }: Value): string {
  if (isRestored) return `${what} back to ${now}.`
  if (now === undefined) return `${what} stays as it is: only the stock is back.`
  const by = changedBy ? ` by ${changedBy}` : ''
  return `${what} stays ${now}: changed since${by}; before the purchase it was ${before}.`
}
