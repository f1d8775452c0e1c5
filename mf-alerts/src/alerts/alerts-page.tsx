import type { AlertGeneration } from '@mms/contracts'
import { notify, useListAddress, usePagedRows, usePageTitle, useSession } from '@mms/sdk'
import { Alert, Box, PageHeader, PrintNote, Stack } from '@mms/ui'
import { useEffect, useMemo, useState } from 'react'
import { alertKeys } from '../keys.ts'
import { AlertsFilterForm } from './alerts-filter-form.tsx'
import { AlertsList } from './alerts-list.tsx'
import { ALERTS_PATH, MEDICINES_PATH, POLL_MS, useAlertSummary, useFreshAlerts } from './api.ts'
import { type AlertFilters, alertFilters, describeFilters } from './filters.ts'
import { GenerateButton } from './generate-button.tsx'
import { type AlertRow, groupOf } from './groups.ts'
import { SummaryCards } from './summary-cards.tsx'
import { TypesExplained } from './types-explained.tsx'

const FAILED = 'Failed to fetch alerts'

export function AlertsPage() {
  usePageTitle('Alerts')
  useFreshAlerts()
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const [generation, setGeneration] = useState<AlertGeneration | null>(null)
  const { data: summary } = useAlertSummary()
  const list = useAlerts()
  return (
    <>
      <PageHeader
        title="Alerts"
        text={
          isAdmin
            ? 'Alerts are generated automatically every 6 hours. The button refreshes them immediately.'
            : 'Alerts are generated automatically every 6 hours.'
        }
        actions={isAdmin ? <GenerateButton onGenerated={setGeneration} /> : null}
      />
      <Stack gap="4">
        <GenerationNotes generation={generation} />
        <SummaryCards summary={summary} />
        <Box>
          <PrintNote>{describeFilters(list.address.filters)}</PrintNote>
          <AlertsFilterForm address={list.address} />
        </Box>
        <AlertsList list={list} />
        <TypesExplained />
      </Stack>
    </>
  )
}

function useAlerts() {
  const address = useListAddress<AlertFilters>(alertFilters)
  const path = address.filters.status === 'resolved' ? ALERTS_PATH : MEDICINES_PATH
  const list = usePagedRows<AlertRow>(address, {
    key: alertKeys('list', path),
    path,
    query: address.filters,
    failureText: FAILED,
    quiet: true,
    again: () => POLL_MS,
  })
  const { isError } = list
  useEffect(() => {
    if (isError) notify.error(FAILED)
  }, [isError])
  const rows = useMemo(() => list.rows?.map(groupOf), [list.rows])
  return { ...list, rows, address }
}

/** Missing inputs must show, or a short list looks like good news. */
function GenerationNotes({ generation }: { generation: AlertGeneration | null }) {
  if (!generation || generation.notes.length === 0) return null
  return (
    <Alert status="warning" title="Not everything could be looked at">
      <Box as="ul" ps="4" listStyleType="disc">
        {generation.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </Box>
    </Alert>
  )
}
