import type { Batch } from '@mms/contracts'
import { Badge } from '@mms/ui'
import { ExpiryBadge } from '../medicines/badges.tsx'
import { statusNames } from './words.ts'

export function BatchBadge({
  batch: { status, expiryDate },
}: {
  batch: Pick<Batch, 'status' | 'expiryDate'>
}) {
  if (status === 'available') return <ExpiryBadge date={expiryDate} />
  return <Badge colorPalette={status === 'recalled' ? 'red' : 'purple'}>{statusNames[status]}</Badge>
}
