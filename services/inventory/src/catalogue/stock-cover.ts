import { isLowStock, type StockCover } from '@mms/contracts'
import type { IndexedMedicine } from '../search/store.ts'

const SOLD_DAYS = 90

type Sold = Pick<IndexedMedicine, 'currentStock' | 'minStockLevel' | 'sold'>

function coverOf(medicine: Sold): keyof StockCover {
  const { currentStock, sold } = medicine
  if (currentStock === 0) return 'out'
  if (sold === 0) return isLowStock(medicine) ? 'unsoldLow' : 'unsold'
  const days = (currentStock * SOLD_DAYS) / sold
  if (days <= 7) return 'week'
  if (days <= 30) return 'month'
  return days <= 90 ? 'quarter' : 'longer'
}

export function countCover(medicines: readonly Sold[]): StockCover {
  const counts: StockCover = { out: 0, week: 0, month: 0, quarter: 0, longer: 0, unsoldLow: 0, unsold: 0 }
  for (const medicine of medicines) counts[coverOf(medicine)] += 1
  return counts
}
