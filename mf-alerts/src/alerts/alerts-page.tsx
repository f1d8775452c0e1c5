import { type AlertGeneration, type AlertSummary, alertTypes } from '@mms/contracts'
import {
  events,
  notify,
  reasonText,
  serverMessage,
  useListAddress,
  useMutation,
  usePagedRows,
  usePageTitle,
  useSession,
} from '@mms/sdk'
import {
  Alert,
  Box,
  Button,
  Card,
  Flex,
  formatCount,
  Heading,
  InfoIcon,
  PageHeader,
  PrintNote,
  RetryIcon,
  SimpleGrid,
  Stack,
  Text,
} from '@mms/ui'
import { useEffect, useId, useMemo, useState } from 'react'
import * as words from '../words/alerts.ts'
import * as sharedWords from '../words/shared.ts'
import { type AlertFilters, AlertsFilterForm, alertFilters, describeFilters } from './alerts-filter-form.tsx'
import { AlertsList } from './alerts-list.tsx'
import {
  ALERTED_MEDICINES_PATH,
  ALERTS_PATH,
  alertKeys,
  generateAlerts,
  POLL_MS,
  useAlertRefetch,
  useAlertSummary,
} from './api.ts'
import { type AlertRow, alertGroupOf } from './groups.ts'

export function AlertsPage() {
  usePageTitle(sharedWords.alerts)
  useAlertRefetch()
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const [generation, setGeneration] = useState<AlertGeneration | null>(null)
  const { data: summary } = useAlertSummary()
  const list = useAlerts()
  return (
    <>
      <PageHeader
        title={sharedWords.alerts}
        text={isAdmin ? words.generatedAutomaticallyRefresh : words.generatedAutomatically}
        actions={isAdmin ? <GenerateButton onGenerated={setGeneration} /> : null}
      />
      <Stack gap="3">
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
  const path = address.filters.status === 'resolved' ? ALERTS_PATH : ALERTED_MEDICINES_PATH
  const list = usePagedRows<AlertRow>(address, {
    key: alertKeys('list', path),
    path,
    query: address.filters,
    failureText: sharedWords.fetchFailed,
    quiet: true,
    again: () => POLL_MS,
  })
  const { isError } = list
  useEffect(() => {
    if (isError) notify.error(sharedWords.fetchFailed)
  }, [isError])
  const rows = useMemo(() => list.rows?.map(alertGroupOf), [list.rows])
  return { ...list, rows, address }
}

function GenerateButton({ onGenerated }: { onGenerated: (generation: AlertGeneration) => void }) {
  const generation = useMutation({
    mutationFn: generateAlerts,
    onSuccess: (result) => {
      notify.success(result.message)
      onGenerated(result)
      events.emit('alerts-changed', {})
    },
    onError: (error) => {
      const said = serverMessage(error)
      if (said) notify.error(said)
      else notify.error(words.generateFailed, reasonText(error))
    },
  })
  return (
    <Button loading={generation.isPending} loadingText={words.generating} onClick={() => generation.mutate()}>
      <RetryIcon aria-hidden />
      {words.generateAlertsNow}
    </Button>
  )
}

/** Say which data was missing. Otherwise a short list of alerts looks like good news. */
function GenerationNotes({ generation }: { generation: AlertGeneration | null }) {
  if (!generation || generation.notes.length === 0) return null
  return (
    <Alert status="warning" title={words.someNotChecked}>
      <Box as="ul" ps="4" listStyleType="disc">
        {generation.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </Box>
    </Alert>
  )
}

function SummaryCards({ summary }: { summary: AlertSummary | undefined }) {
  const types = words.typeNames.filter(
    ([type]) => words.alwaysCounted.has(type) || (summary?.byType[type] ?? 0) > 0,
  )
  return (
    <Card p="3" display="flex" flexWrap="wrap" columnGap="10" rowGap="1.5">
      <Counts title={words.byStatus} names={words.statusNames} counts={summary?.byStatus} />
      <Counts title={words.bySeverity} names={words.severityNames} counts={summary?.bySeverity} />
      <Counts title={words.byType} names={types} counts={summary?.byType} />
    </Card>
  )
}

interface CountsProps {
  title: string
  names: readonly (readonly [key: string, name: string])[]
  counts: Partial<Record<string, number>> | undefined
}

const inLine = { wrap: 'wrap', columnGap: '4', rowGap: '0.5' } as const

function Counts({ title, names, counts }: CountsProps) {
  const id = useId()
  return (
    <Flex as="section" aria-labelledby={id} {...inLine} align="baseline" textStyle="sm">
      <Heading as="h2" id={id} textStyle="sm">
        {title}
      </Heading>
      <Flex as="dl" {...inLine}>
        {names.map(([key, name]) => (
          <Flex key={key} gap="1.5">
            <Text as="dt" color="fg.muted">
              {name}
            </Text>
            <Text as="dd" fontWeight="semibold" fontVariantNumeric="tabular-nums">
              {counts ? formatCount(counts[key] ?? 0) : '–'}
            </Text>
          </Flex>
        ))}
      </Flex>
    </Flex>
  )
}

/** The box opens by itself on wide screens only. On a phone it would push the list out of sight. */
const hasRoom = () => window.matchMedia?.('(min-width: 48rem)').matches ?? true

function TypesExplained() {
  const [open] = useState(hasRoom)
  return (
    <Box asChild bg="bg.panel" borderWidth="1px" borderRadius="xl" boxShadow="xs" p={{ base: '4', md: '5' }}>
      <details open={open}>
        <Box asChild cursor="pointer" color="fg" css={{ '& > h2': { display: 'inline-block' } }}>
          <summary>
            <Heading as="h2" size="sm" ms="1">
              <Box as="span" display="inline-flex" verticalAlign="text-bottom" me="2" color="fg.info">
                <InfoIcon size={18} aria-hidden />
              </Box>
              {words.alertTypesExplained}
            </Heading>
          </summary>
        </Box>
        <SimpleGrid as="dl" columns={{ base: 1, md: 2, xl: 5 }} gap="4" mt="4">
          {alertTypes.map((type) => (
            <div key={type}>
              <Text as="dt" fontWeight="semibold" textStyle="sm">
                {words.typeWords[type].title ?? words.typeWords[type].name}
              </Text>
              <Text as="dd" color="fg.muted" textStyle="sm">
                {words.typeWords[type].explanation}
              </Text>
            </div>
          ))}
        </SimpleGrid>
      </details>
    </Box>
  )
}
