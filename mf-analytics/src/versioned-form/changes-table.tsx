import { type Column, DataTable, formatInstant } from '@mms/ui'
import * as words from '../words/versioned-form.ts'

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
  { header: words.before, wrap: true, align, cell: ({ from }) => describeValue(from) },
  { header: words.after, wrap: true, align, cell: ({ to }) => describeValue(to) },
  { header: words.changedBy, wrap: true, cell: ({ by }) => by.name },
  { header: words.when, cell: ({ at }) => formatInstant(at) },
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
