import type { StockBatch } from '@mms/contracts'

/**
 * Stock of one medicine with one batch number and one expiry date; either may be missing. Units change batch or date
 * only by an audited correction. A medicine's stock and expiry date are derived from its batches.
 */
export interface Batch extends StockBatch {
  medicineId: string
  supplier?: string | null
  /** Last day on which the supplier takes the batch back; null means its expiry date. */
  returnBy?: string | null
  /** True if all its movements were undone. Later stock must not inherit its date and prices. */
  isUndone: boolean
  version: number
  createdAt: string
}

export interface BatchShare {
  batchId: string
  effect: number
}

export interface MovementLine extends BatchShare {
  movementId: string
  balanceAfter: number
}
