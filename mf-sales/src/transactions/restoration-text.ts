import type { ShownRestoration } from '@mms/contracts'
import { formatDate, formatRupees } from '@mms/ui'

interface Restored<T> {
  isRestored: boolean
  changedBy?: string | undefined
  /** Undefined where the server does not know them. */
  now?: T | undefined
  before?: T | undefined
}

const dateText = (date: string | null) => (date === null ? 'none' : formatDate(date))

/**
 * "Price back to ₹12.00. Expiry stays 31 Dec 2027: changed since by Asha Rao; before the purchase it was 30 Jun 2027."
 * Undefined where the purchase changed neither, or both are what they were.
 */
export function describeRestoration({ unitPrice, expiryDate }: ShownRestoration = {}): string | undefined {
  const sentences = [
    unitPrice && describe('Price', unitPrice, formatRupees),
    expiryDate && describe('Expiry', expiryDate, dateText),
  ]
  return sentences.filter(Boolean).join(' ') || undefined
}

function describe<T>(what: string, restored: Restored<T>, textOf: (value: T) => string): string {
  const { isRestored, changedBy, now, before } = restored
  const [present, former] = [now, before].map((value) => value !== undefined && textOf(value))
  if (isRestored) return `${what} back to ${present}.`
  if (now === undefined) return `${what} stays as it is: only the stock is back.`
  const by = changedBy ? ` by ${changedBy}` : ''
  return `${what} stays ${present}: changed since${by}; before the purchase it was ${former}.`
}
