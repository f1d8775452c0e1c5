import type { AuditEntry, User } from '@mms/contracts'
import { Box, type Column, DataTable, Instant, Text } from '@mms/ui'
import { actorOf, detailsOf, subjectOf, titleOf } from './history-words.ts'

interface Props {
  entries: readonly AuditEntry[]
  users: readonly User[]
  stale: boolean
}

/** Breaks anywhere: accounts are what a stranger typed. */
const Free = ({ children }: { children: string }) => <Text overflowWrap="anywhere">{children}</Text>

export function HistoryTable({ entries, users, stale }: Props) {
  const columns: Column<AuditEntry>[] = [
    { header: 'What', primary: true, cell: (entry) => <Text fontWeight="semibold">{titleOf(entry)}</Text> },
    { header: 'Date', cell: ({ at }) => <Instant at={at} /> },
    { header: 'Who', wrap: true, cell: (entry) => <Free>{actorOf(entry, users)}</Free> },
    { header: 'About', wrap: true, cell: (entry) => <Free>{subjectOf(entry, users)}</Free> },
    {
      header: 'Details',
      wrap: true,
      cell: (entry) => {
        const details = detailsOf(entry)
        return details.length === 0 ? (
          '-'
        ) : (
          <Box>
            {details.map((line) => (
              <Free key={line}>{line}</Free>
            ))}
          </Box>
        )
      },
    },
    { header: 'Address', cell: ({ address }) => address ?? '-' },
  ]
  return (
    <DataTable
      caption="Sign-ins and changes"
      columns={columns}
      rows={entries}
      rowKey={({ _id }) => _id}
      stale={stale}
    />
  )
}
