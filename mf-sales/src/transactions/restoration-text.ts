import type { ShownRestoration } from '@mms/contracts'
import { formatRupees } from '@mms/ui'

interface Restored<T> {
  isRestored: boolean
  changedBy?: string | undefined
  /** Undefined where the server does not know them. */
  now?: T | undefined
  before?: T | undefined
}

/**
 * "Price back to ₹12.00." or "Price stays ₹15.00: changed since by Asha Rao; before the purchase it was ₹12.00." Undefined
 * where the purchase did not change the price.
 */
export const describeRestoration = ({ unitPrice }: ShownRestoration = {}): string | undefined =>
  unitPrice && describe('Price', unitPrice, formatRupees)

function describe<T>(what: string, restored: Restored<T>, textOf: (value: T) => string): string {
  const { isRestored, changedBy, now, before } = restored
  const [present, former] = [now, before].map((value) => value !== undefined && textOf(value))
  if (isRestored) return `${what} back to ${present}.`
  if (now === undefined) return `${what} stays as it is: only the stock is back.`
  const by = changedBy ? ` by ${changedBy}` : ''
  return `${what} stays ${present}: changed since${by}; before the purchase it was ${former}.`
}
