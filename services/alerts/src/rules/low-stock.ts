import { type AlertSeverity, isLowStock, lotsOf, unexpiredUnits } from '@mms/contracts'
import type { JudgedMedicine, Rule } from './finding.ts'
import { words } from './words.ts'

function severityOf({ currentStock, minStockLevel }: JudgedMedicine): AlertSeverity {
  if (currentStock <= 0) return 'high'
  return currentStock <= minStockLevel / 2 ? 'medium' : 'low'
}

/**
 * **low_stock**: stock is at or below the form's minimum. High if nothing is left, medium up to half of the minimum,
 * else low.
 * Source: the specification, §2 *Low Stock: below the minimum stock level*, with the limit itself included as in lists
 * and summaries (`isLowStock`).
 */
export const lowStockRule: Rule = (medicine, { today }) => {
  if (!isLowStock(medicine)) return []
  const message = words.low(medicine, unexpiredUnits(lotsOf(medicine), today))
  return [{ cause: 'low_stock', type: 'low_stock', severity: severityOf(medicine), message }]
}
