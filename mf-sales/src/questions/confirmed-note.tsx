import type { Transaction } from '@mms/contracts'
import { Text } from '@mms/ui'
import { confirmedText } from './words.ts'

export function ConfirmedNote({ transaction }: { transaction: Transaction }) {
  const { confirmed = [], recordedBy, approvedBy } = transaction
  const textOf = (questions: typeof confirmed) => questions.map(confirmedText).join('; ')
  const asked = textOf(confirmed.filter(({ unasked }) => !unasked))
  const found = textOf(confirmed.filter(({ unasked }) => unasked))
  const by = recordedBy?.name ? `, confirmed by ${recordedBy.name}` : ''
  const lines = [
    asked && `Asked: ${asked}${by}`,
    found && `Unconfirmed: ${found}`,
    approvedBy && `Approved by ${approvedBy.name}`,
  ]
  return lines.map((line) =>
    line ? (
      <Text key={line} color="fg.muted" textStyle="xs">
        {line}
      </Text>
    ) : null,
  )
}
