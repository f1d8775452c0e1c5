import type { Transaction } from '@mms/contracts'
import { Text } from '@mms/ui'
import { confirmedText } from './words.ts'

/** What was asked before it was recorded, and who said yes. */
export function ConfirmedNote({ transaction: { confirmed, recordedBy } }: { transaction: Transaction }) {
  if (!confirmed?.length) return null
  const who = recordedBy?.name ? `, confirmed by ${recordedBy.name}` : ''
  return (
    <Text color="fg.muted" textStyle="xs">
      Asked: {confirmed.map(confirmedText).join('; ')}
      {who}
    </Text>
  )
}
