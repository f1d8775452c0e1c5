import { totalPaise } from '@mms/contracts'
import { formatRupees, Instant, Text } from '@mms/ui'
import type { WaitingTransaction } from '../draft/submission.ts'

export function EntryLine({ entry: { body, at, madeAt, title } }: { entry: WaitingTransaction }) {
  return (
    <>
      <Text fontWeight="semibold">{title}</Text>
      <Text color="fg.muted" textStyle="xs">
        {formatRupees(totalPaise(body.quantity, body.unitPrice) / 100)} · <Instant at={madeAt ?? at} />
      </Text>
    </>
  )
}
