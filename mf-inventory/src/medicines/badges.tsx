import { expiryState, isLowStock, type Medicine } from '@mms/contracts'
import { useStoreToday } from '@mms/sdk'
import { Badge } from '@mms/ui'

/** That stock is low or out, by a word and not by color alone. */
export function StockBadge({ medicine }: { medicine: Medicine }) {
  if (!isLowStock(medicine)) return null
  return <Badge colorPalette="red">{medicine.currentStock === 0 ? 'Out' : 'Low'}</Badge>
}

/** That a date has passed, or soon will. */
export function ExpiryBadge({ date }: { date: string | null }) {
  const state = expiryState(date, useStoreToday())
  if (state === 'good') return null
  if (state === 'expired') return <Badge colorPalette="red">Expired</Badge>
  return <Badge colorPalette="orange">Expiring soon</Badge>
}
