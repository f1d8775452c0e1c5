import type { AuditEntry, Transaction } from '@mms/contracts'
import { isUnknown, problemOf, useGet } from '@mms/sdk/queries'
import { Box, Dialog, Instant, ProblemCard, Stack, TableSkeleton, Text } from '@mms/ui'
import { transactionKeys } from '../keys.ts'
import { transactionHistoryPath } from './api.ts'
import { BatchNote } from './batch-note.tsx'
import { recordLines } from './record-lines.ts'
import { describe, nameOf } from './transaction-types.ts'

/** What is on record about one transaction: who recorded, discarded or undid it, and when. */
export function RecordDialog({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  return (
    <Dialog open title="History of this transaction" onClose={onClose}>
      <Text fontWeight="semibold" mb="1" overflowWrap="anywhere">
        {describe(transaction, nameOf(transaction))}
      </Text>
      <BatchNote transaction={transaction} />
      <Box mt="3">
        <Lines transaction={transaction} />
      </Box>
    </Dialog>
  )
}

function Lines({ transaction }: { transaction: Transaction }) {
  const { _id } = transaction
  const history = useGet<AuditEntry[]>(transactionKeys('record', _id), transactionHistoryPath(_id))
  // Serves release 0.1, which keeps no such log.
  const entries = history.data ?? (isUnknown(history.error) ? [] : undefined)
  if (entries) {
    return (
      <Stack as="ul" listStyleType="none" gap="3" aria-label="History of this transaction">
        {recordLines(transaction, entries).map(({ id, what, at, by, address }) => (
          <Box as="li" key={id} overflowWrap="break-word">
            <Text>
              <b>{what}</b> by {by ?? 'an unknown user'}
            </Text>
            <Text color="fg.muted" textStyle="sm">
              <Instant at={at} />
              {address ? ` · ${address}` : null}
            </Text>
          </Box>
        ))}
      </Stack>
    )
  }
  if (history.isError) return <ProblemCard {...problemOf(history, 'Failed to load the history')} />
  return <TableSkeleton rows={2} text="Loading the history..." />
}
