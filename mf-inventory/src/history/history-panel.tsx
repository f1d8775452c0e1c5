import type { MedicineHistoryLine } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import { CsvButton } from '@mms/sdk/csv'
import {
  Badge,
  Box,
  type Column,
  DataTable,
  Flex,
  formatCount,
  Heading,
  Instant,
  ListRegion,
  SelectField,
  Stack,
  Text,
} from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { useState } from 'react'
import { optionsOf } from '../options.tsx'
import * as words from '../words/history.ts'
import * as sharedWords from '../words/shared.ts'
import { historyPath, useActorNames, useMedicineHistory } from './api.ts'
import {
  actorOf,
  describeBatchLines,
  describeChangedFields,
  formatSignedCount,
  historyTitleOf,
  toHistoryCsvRow,
} from './history-lines.ts'

const columns: Column<MedicineHistoryLine>[] = [
  {
    header: sharedWords.what,
    primary: true,
    cell: (line) => (
      <>
        <Flex gap="2" align="center">
          <Text fontWeight="semibold">{historyTitleOf(line)}</Text>
          {line.movement?.reverses ? <Badge colorPalette={tones.soon}>{sharedWords.undo}</Badge> : null}
        </Flex>
        <Text color="fg.muted" textStyle="xs" overflowWrap="anywhere">
          {describeBatchLines(line.movement?.lines)}
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
      movement ? formatSignedCount(movement.change) : <Changes change={change} />,
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

export function HistoryPanel({ medicineId }: { medicineId: string }) {
  const [kind, setKind] = useState('')
  const { list, place } = useMedicineHistory(medicineId, kind)
  const nameOf = useActorNames()
  const choose = (chosen: string) => {
    setKind(chosen)
    place.goFirst()
  }
  const by: Column<MedicineHistoryLine> = {
    header: sharedWords.by,
    cell: (line) => (
      <Box maxW={{ lg: '10rem' }} whiteSpace="normal" overflowWrap="break-word" minW="0">
        {actorOf(line, nameOf)}
      </Box>
    ),
  }
  return (
    <Stack gap="4">
      <Flex gap="4" justify="space-between" align="end" wrap="wrap" data-screen-only>
        <Heading as="h2" size="lg">
          {words.history}
        </Heading>
        <Flex gap="2" align="end">
          <Box w="12rem">
            <SelectField
              label={sharedWords.show}
              value={kind}
              onChange={({ target }) => choose(target.value)}
            >
              {optionsOf(words.kindNames)}
            </SelectField>
          </Box>
          <CsvButton<MedicineHistoryLine>
            path={historyPath(medicineId)}
            query={kind === '' ? {} : { kind }}
            fileName={`history-${storeToday()}.csv`}
            headers={words.csvHeaders}
            cellsOf={(line) => toHistoryCsvRow(line, nameOf)}
          />
        </Flex>
      </Flex>
      <ListRegion
        label={words.historyNoun}
        list={list}
        empty={<Text color="fg.muted">{words.nothingChangedYet}</Text>}
      >
        {(lines, stale) => (
          <DataTable
            caption={words.history}
            columns={[...columns, by]}
            rows={lines}
            rowKey={({ movement, change }) => movement?._id ?? `change-${change?._id}`}
            stale={stale}
          />
        )}
      </ListRegion>
    </Stack>
  )
}

function Changes({ change }: Pick<MedicineHistoryLine, 'change'>) {
  const lines = change ? describeChangedFields(change) : []
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
