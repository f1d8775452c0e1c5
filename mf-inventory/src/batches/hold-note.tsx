import type { Batch } from '@mms/contracts'
import { Instant, Text } from '@mms/ui'

export function HoldNote({ batch: { held } }: { batch: Pick<Batch, 'held'> }) {
  if (!held) return null
  return (
    <Text color="fg.muted" textStyle="xs" overflowWrap="anywhere">
      {[held.reason, held.byName].filter(Boolean).join(' · ')} <Instant at={held.at} />
    </Text>
  )
}
