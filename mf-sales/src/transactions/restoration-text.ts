import type { ShownRestoration } from '@mms/contracts'
import { formatRupees } from '@mms/ui'
import * as words from '../words/transactions.ts'

/**
 * Examples: "Price back to ₹12.00." and "Price stays ₹15.00: changed since by Asha Rao; before the purchase
 * it was ₹12.00."
 */
export function describeRestoration({ unitPrice }: ShownRestoration = {}): string | undefined {
  if (!unitPrice) return undefined
  const { isRestored, changedBy, now, before } = unitPrice
  if (isRestored) return words.priceRestored(formatRupees(now))
  const by = changedBy ? words.byPerson(changedBy) : ''
  return words.priceStays(formatRupees(now), by, formatRupees(before))
}
