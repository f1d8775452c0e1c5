import { addDays } from '../dates/store-date.ts'
import type { Direction, TransactionType } from './stock.ts'

/** True if stock is at or below the minimum level. */
export function isLowStock(medicine: { currentStock: number; minStockLevel: number }): boolean {
  return medicine.currentStock <= medicine.minStockLevel
}

const EXPIRY_WINDOW_DAYS = 30

/** Returns the last date that counts as "expiring soon" on store day `today`. */
export function expiryHorizon(today: string): string {
  // Cached because it is called for thousands of medicines with the same day.
  if (lastHorizon.today !== today) lastHorizon = { today, horizon: addDays(today, EXPIRY_WINDOW_DAYS) }
  return lastHorizon.horizon
}
let lastHorizon = { today: '', horizon: '' }

/** Returns a medicine's expiry state on store day `today`. A medicine is good through its expiry date. */
export function expiryState(expiryDate: string | null, today: string): 'expired' | 'expiring' | 'good' {
  if (expiryDate === null || expiryDate > expiryHorizon(today)) return 'good'
  return expiryDate < today ? 'expired' : 'expiring'
}

/** Returns the change of stock in units that a transaction causes; negative if units leave. */
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
