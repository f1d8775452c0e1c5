import type { ShownRestoration } from '@mms/contracts'
import { formatRupees } from '@mms/ui'

/**
 * Examples: "Price back to ₹12.00." and "Price stays ₹15.00: changed since by Asha Rao; before the purchase
 * it was ₹12.00."
 */
export function describeRestoration({ unitPrice }: ShownRestoration = {}): string | undefined {
  if (!unitPrice) return undefined
  const { isRestored, changedBy, now, before } = unitPrice
  if (isRestored) return `Price back to ${formatRupees(now)}.`
  const by = changedBy ? ` by ${changedBy}` : ''
  return `Price stays ${formatRupees(now)}: changed since${by}; before the purchase it was ${formatRupees(before)}.`
}
