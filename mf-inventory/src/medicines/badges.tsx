import { expiryState, isLowStock, type Medicine } from '@mms/contracts'
import { useStoreToday } from '@mms/sdk'
import { Badge } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import * as words from '../words/medicines.ts'
import * as sharedWords from '../words/shared.ts'

/** Shows a word as well as a colour, because some people cannot tell the colours apart. */
export function StockBadge({ medicine }: { medicine: Medicine }) {
  if (!isLowStock(medicine)) return null
  return <Badge colorPalette={tones.danger}>{medicine.currentStock === 0 ? words.out : words.low}</Badge>
}

export function ExpiryBadge({ date }: { date: string | null }) {
  const state = expiryState(date, useStoreToday())
  if (state === 'good') return null
  if (state === 'expired') return <Badge colorPalette={tones.danger}>{sharedWords.expired}</Badge>
  return <Badge colorPalette={tones.soon}>{words.expiringSoon}</Badge>
}
