import { type Column, DataTable, formatInstant } from '@mms/ui'

interface Change {
  name: string
  from: unknown
  to: unknown
  by: { name: string }
  at: string
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return typeof value === 'object' ? Object.values(value).join(', ') : String(value)
}

const columnsOf = (noun: string, align: 'start' | 'end'): Column<Change>[] => [
  { header: noun, primary: true, cell: ({ name }) => name },
  { header: 'Before', wrap: true, align, cell: ({ from }) => describeValue(from) },
  { header: 'After', wrap: true, align, cell: ({ to }) => describeValue(to) },
  { header: 'Changed by', wrap: true, cell: ({ by }) => by.name },
  { header: 'When', cell: ({ at }) => formatInstant(at) },
]

interface Props {
  caption: string
  noun: string
  changes: readonly Change[]
  align?: 'start' | 'end'
}

export function ChangesTable({ caption, noun, changes, align = 'start' }: Props) {
  return (
    <DataTable
      caption={caption}
      columns={columnsOf(noun, align)}
      rows={changes}
      rowKey={({ at, name }) => `${at} ${name}`}
    />
  )
}
