import type { MedicineHistoryLine } from '@mms/contracts'
import { Badge, Box, type Column, DataTable, Flex, formatCount, Instant, Text } from '@mms/ui'
import * as words from '../words/history.ts'
import * as sharedWords from '../words/shared.ts'
import { useNames } from './api.ts'

interface Props {
  lines: readonly MedicineHistoryLine[]
  stale: boolean
}

export function HistoryTable({ lines, stale }: Props) {
  const nameOf = useNames()
  const by: Column<MedicineHistoryLine> = {
    header: sharedWords.by,
    cell: ({ movement, change }) => (
      <Name>{movement ? nameOf(movement.actorId) : nameOf(change?.actorId ?? null, change?.actorName)}</Name>
    ),
  }
  return (
    <DataTable
      caption={words.history}
      columns={[...columns, by]}
      rows={lines}
      rowKey={({ movement, change }) => movement?._id ?? `change-${change?._id}`}
      stale={stale}
    />
  )
}

function Name({ children }: { children: string }) {
  return (
    <Box maxW={{ lg: '10rem' }} whiteSpace="normal" overflowWrap="break-word" minW="0">
      {children}
    </Box>
  )
}

function Changes({ change }: Pick<MedicineHistoryLine, 'change'>) {
  const lines = change ? words.fieldLines(change) : []
  if (lines.length === 0) return '-'
  return (
    <Box>
      {lines.map((line) => (
        <Text key={line} overflowWrap="anywhere">
          {line}
        </Text>
      ))}
    </Box>
  )
}

const columns: Column<MedicineHistoryLine>[] = [
  {
    header: sharedWords.what,
    primary: true,
    cell: (line) => (
      <>
        <Flex gap="2" align="center">
          <Text fontWeight="semibold">{words.titleOf(line)}</Text>
          {line.movement?.reverses ? <Badge colorPalette="orange">{sharedWords.undo}</Badge> : null}
        </Flex>
        <Text color="fg.muted" textStyle="xs" overflowWrap="anywhere">
          {words.linesText(line.movement?.lines)}
        </Text>
      </>
    ),
  },
  { header: sharedWords.date, brief: true, cell: ({ at }) => <Instant at={at} /> },
  {
    header: sharedWords.change,
    brief: true,
    wrap: true,
    align: 'end',
    cell: ({ movement, change }) =>
      movement ? words.signedCount(movement.change) : <Changes change={change} />,
  },
  {
    header: words.balance,
    brief: true,
    align: 'end',
    cell: ({ movement }) =>
      movement ? (
        <Text as="span" fontWeight="semibold">
          {formatCount(movement.balanceAfter)}
        </Text>
      ) : (
        '-'
      ),
  },
]
