/** No schemas: pages that show stock use these rules without loading zod. */

import { addDays } from '../dates/store-date.ts'
import type { Direction, TransactionType } from './stock.ts'

/** True if stock is at or below the minimum level. */
export function isLowStock(medicine: { currentStock: number; minStockLevel: number }): boolean {
  return medicine.currentStock <= medicine.minStockLevel
}

const EXPIRY_WINDOW_DAYS = 30

/** Returns the last date that counts as "expiring soon" on the store's date `today`. */
export function expiryHorizon(today: string): string {
  // Called for thousands of medicines with the same day.
  if (lastHorizon.today !== today) lastHorizon = { today, horizon: addDays(today, EXPIRY_WINDOW_DAYS) }
  return lastHorizon.horizon
}
let lastHorizon = { today: '', horizon: '' }

/** Returns a medicine's expiry state on the store's date `today`; it is good through its printed day. */
export function expiryState(expiryDate: string | null, today: string): 'expired' | 'expiring' | 'good' {
  if (expiryDate === null || expiryDate > expiryHorizon(today)) return 'good'
  return expiryDate < today ? 'expired' : 'expiring'
}

/** Returns the signed change of stock, in units, of a transaction. */
export function stockEffect(
  type: TransactionType,
  quantity: number,
  direction: Direction = 'increase',
): number {
  switch (type) {
    case 'sale':
    case 'expired':
      return -quantity
    case 'purchase':
    case 'return':
      return quantity
    case 'adjustment':
      return direction === 'increase' ? quantity : -quantity
  }
}
