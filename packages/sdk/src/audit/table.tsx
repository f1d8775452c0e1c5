import type { AuditEntry } from '@mms/contracts'
import { Box, type Column, DataTable, Instant, Text } from '@mms/ui'
import type { Names } from './names.ts'
import type { AuditWords } from './words.ts'

interface Props {
  caption: string
  entries: readonly AuditEntry[]
  words: AuditWords
  names: Names
  stale: boolean
}

const Free = ({ children, room }: { children: string; room?: string }) => (
  <Text overflowWrap="anywhere" {...(room && { minW: { lg: room } })}>
    {children}
  </Text>
)

export function AuditTable({ entries, words: { titleOf, detailsOf }, names, ...table }: Props) {
  const columns: Column<AuditEntry>[] = [
    { header: 'What', primary: true, cell: (entry) => <Text fontWeight="semibold">{titleOf(entry)}</Text> },
    { header: 'Date', cell: ({ at }) => <Instant at={at} /> },
    { header: 'Who', wrap: true, cell: (entry) => <Free room="24">{names.actorOf(entry)}</Free> },
    { header: 'About', wrap: true, cell: (entry) => <Free room="44">{names.subjectOf(entry)}</Free> },
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
  return <DataTable columns={columns} rows={entries} rowKey={({ _id }) => _id} {...table} />
}
