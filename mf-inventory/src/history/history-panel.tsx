import type { MedicineHistoryLine } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import { CsvButton } from '@mms/sdk/csv'
import { Box, Flex, Heading, ListRegion, SelectField, Stack, Text } from '@mms/ui'
import { useState } from 'react'
import { historyPath, useHistory, useNames } from './api.ts'
import { HistoryTable } from './history-table.tsx'
import { csvHeaders, csvRow } from './words.ts'

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
          History
        </Heading>
        <Flex gap="2" align="end">
          <Box w="12rem">
            <SelectField label="Show" value={kind} onChange={({ target }) => choose(target.value)}>
              <option value="">Everything</option>
              <option value="changes">Changes</option>
              <option value="movements">Movements</option>
            </SelectField>
          </Box>
          <CsvButton<MedicineHistoryLine>
            path={historyPath(medicineId)}
            query={kind === '' ? {} : { kind }}
            fileName={`history-${storeToday()}.csv`}
            headers={csvHeaders}
            cellsOf={(line) => csvRow(line, nameOf)}
          />
        </Flex>
      </Flex>
      <ListRegion
        label="the history"
        list={list}
        empty={<Text color="fg.muted">Nothing has been changed yet.</Text>}
      >
        {(lines, stale) => <HistoryTable lines={lines} stale={stale} />}
      </ListRegion>
    </Stack>
  )
}
