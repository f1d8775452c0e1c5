import type { MedicineHistoryLine } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import { CsvButton } from '@mms/sdk/csv'
import { Box, Flex, Heading, ListRegion, SelectField, Stack, Text } from '@mms/ui'
import { useState } from 'react'
import * as words from '../words/history.ts'
import * as sharedWords from '../words/shared.ts'
import { historyPath, useHistory, useNames } from './api.ts'
import { HistoryTable } from './history-table.tsx'

export function HistoryPanel({ medicineId }: { medicineId: string }) {
  const [kind, setKind] = useState('')
  const { list, place } = useHistory(medicineId, kind)
  const nameOf = useNames()
  const choose = (chosen: string) => {
    setKind(chosen)
    place.goFirst()
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
              <option value="">{words.everything}</option>
              <option value="changes">{words.changes}</option>
              <option value="movements">{words.movements}</option>
            </SelectField>
          </Box>
          <CsvButton<MedicineHistoryLine>
            path={historyPath(medicineId)}
            query={kind === '' ? {} : { kind }}
            fileName={`history-${storeToday()}.csv`}
            headers={words.csvHeaders}
            cellsOf={(line) => words.csvRow(line, nameOf)}
          />
        </Flex>
      </Flex>
      <ListRegion
        label={words.historyNoun}
        list={list}
        empty={<Text color="fg.muted">{words.nothingChangedYet}</Text>}
      >
        {(lines, stale) => <HistoryTable lines={lines} stale={stale} />}
      </ListRegion>
    </Stack>
  )
}
