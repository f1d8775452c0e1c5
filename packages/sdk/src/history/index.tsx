/*
 * What is on record about one thing. Built into each area, so that it runs in the shell of the previous release, too.
 */
import type { AuditEntry } from '@mms/contracts'
import { Box, Dialog, Instant, ProblemCard, Stack, TableSkeleton, Text } from '@mms/ui'
import { problemOf } from '../queries/index.ts'

/** One thing that was done. */
export interface HistoryLine {
  id: string
  what: string
  at: string
  by: string | null
  /** The address that the request came from; administrators see it. */
  address: string | null
}

/** A line of the audit log; `what` is how its action reads. */
export const historyLine = ({ _id, at, actorName, address }: AuditEntry, what: string): HistoryLine => ({
  ...{ id: _id, what, at, by: actorName, address },
})

interface Props {
  /** "History of this alert" */
  title: string
  /** What it is about. */
  about: string
  /** Undefined until they are there. */
  lines: readonly HistoryLine[] | undefined
  /** Why they are not. */
  query: Parameters<typeof problemOf>[0]
  /** Said where nothing was done. */
  empty?: string
  onClose: () => void
}

/**
 * Who did what to one thing, and when: newest first.
 *
 * @example
 * <HistoryDialog title="History of this alert" about={message} lines={query.data?.map((entry) => historyLine(entry, titleOf(entry)))} query={query} onClose={close} />
 */
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
