/* Rules only, no schemas: pages that show stock use them without loading the schema library. */

import { addDays } from './store-date.ts'

/** Stock is low when it is at or below the reorder level the medicine's form calls "minimum". */
export function isLowStock(medicine: { currentStock: number; minStockLevel: number }): boolean {
  return medicine.currentStock <= medicine.minStockLevel
}

/** Days ahead, today included, within which an expiry date counts as "expiring soon". */
const EXPIRY_WINDOW_DAYS = 30

/** The last date that counts as "expiring soon" on the store's date `today`. */
export function expiryHorizon(today: string): string {
  // Asked for each of thousands of medicines, of one day.
  if (lastHorizon.today !== today) lastHorizon = { today, horizon: addDays(today, EXPIRY_WINDOW_DAYS) }
  return lastHorizon.horizon
}
let lastHorizon = { today: '', horizon: '' }

/**
 * Where a medicine stands on the store's date `today` (both `yyyy-mm-dd`).
 * It is good through the end of its printed expiry day.
 */
export function expiryState(expiryDate: string | null, today: string): 'expired' | 'expiring' | 'good' {
  if (expiryDate === null || expiryDate > expiryHorizon(today)) return 'good'
  return expiryDate < today ? 'expired' : 'expiring'
}
