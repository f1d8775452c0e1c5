import type { AuditEntry } from '@mms/contracts'
import { Box, Dialog, Instant, ProblemCard, Stack, TableSkeleton, Text } from '@mms/ui'
import { problemOf } from '../queries/index.ts'

export interface HistoryLine {
  id: string
  what: string
  at: string
  by: string | null
  address: string | null
}

/** Converts an audit entry to a history line. `what`: label of its action. */
export const historyLine = ({ _id, at, actorName, address }: AuditEntry, what: string): HistoryLine => ({
  id: _id,
  what,
  at,
  by: actorName,
  address,
})

interface Props {
  title: string
  about: string
  lines: readonly HistoryLine[] | undefined
  query: Parameters<typeof problemOf>[0]
  empty?: string
  onClose: () => void
}

/** Shows the changes of one record and who made them, newest first. */
export function HistoryDialog({ title, about, onClose, ...lines }: Props) {
  return (
    <Dialog open title={title} onClose={onClose}>
      <Text fontWeight="semibold" mb="3" overflowWrap="anywhere">
        {about}
      </Text>
      <Lines title={title} {...lines} />
    </Dialog>
  )
}

function Lines({ title, lines, query, empty }: Omit<Props, 'about' | 'onClose'>) {
  if (!lines && query.error) return <ProblemCard {...problemOf(query, 'Failed to load the history')} />
  if (!lines) return <TableSkeleton rows={2} text="Loading the history..." />
  if (lines.length === 0) return <Text>{empty}</Text>
  return (
    <Stack as="ul" listStyleType="none" gap="3" aria-label={title}>
      {lines.map(({ id, what, at, by, address }) => (
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
