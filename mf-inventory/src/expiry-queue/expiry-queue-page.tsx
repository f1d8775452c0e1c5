import { ANY_EXPIRY, type NamedStockBatch, type QueueState } from '@mms/contracts'
import { type ListAddress, storeToday, useFilterForm, usePageTitle } from '@mms/sdk'
import { CsvButton } from '@mms/sdk/csv'
import {
  Box,
  EmptyState,
  Flex,
  formatRupees,
  ListRegion,
  PageHeader,
  PrintNote,
  SelectField,
  SimpleGrid,
  Stack,
  StatCard,
  SuccessIcon,
} from '@mms/ui'
import { useState } from 'react'
import { StockTabs } from '../medicines/stock-tabs.tsx'
import { optionsOf } from '../options.tsx'
import { batchCount, unitCount } from '../words/counts.ts'
import * as words from '../words/expiry-queue.ts'
import * as sharedWords from '../words/shared.ts'
import {
  describeUntil,
  EXPIRY_QUEUE_PATH,
  type ExpiryQueueFilters,
  queueStateNames,
  useExpiryQueue,
  useExpiryQueueSums,
  useExpiryRisk,
} from './api.ts'
import { QueueActions } from './queue-actions.tsx'
import {
  QueueTable,
  queueCsvHeaders,
  SELECT_ALL_LABEL,
  SelectAllCheckbox,
  toQueueCsvRow,
} from './queue-table.tsx'

export function ExpiryQueuePage() {
  usePageTitle(sharedWords.expiryQueue)
  const { address, query, list } = useExpiryQueue()
  return (
    <>
      <PageHeader
        title={sharedWords.expiryQueue}
        text={describeUntil(query.until)}
        actions={
          <>
            <StockTabs />
            <CsvButton<NamedStockBatch>
              path={EXPIRY_QUEUE_PATH}
              query={query}
              fileName={`expiry-queue-${storeToday()}.csv`}
              headers={queueCsvHeaders}
              cellsOf={toQueueCsvRow}
            />
          </>
        }
      />
      <PrintNote />
      <Stack gap="4">
        <Sums query={query} />
        <Filters address={address} />
        {/* The key remounts the list when filters change, which clears the selection. */}
        <Queue key={`${query.status} ${address.filters.days}`} query={query} list={list} />
      </Stack>
    </>
  )
}

function Queue({ query, list }: Pick<ReturnType<typeof useExpiryQueue>, 'query' | 'list'>) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const riskOf = useExpiryRisk(list.rows)
  const chosen = (list.rows ?? []).filter(({ _id }) => selected.has(_id))
  const select = (batches: readonly NamedStockBatch[], isSelected: boolean) => {
    const ids = batches.map(({ _id }) => _id)
    setSelected(
      (before) => new Set(isSelected ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))),
    )
  }
  return (
    <>
      <QueueActions batches={chosen}>
        <Box hideFrom="lg">
          <SelectAllCheckbox
            batches={list.rows ?? []}
            selected={selected}
            onSelect={select}
            label={SELECT_ALL_LABEL}
          />
        </Box>
      </QueueActions>
      <ListRegion label={words.batches} list={list} empty={<Nothing status={query.status as QueueState} />}>
        {(batches, stale) => (
          <QueueTable batches={batches} stale={stale} riskOf={riskOf} selected={selected} onSelect={select} />
        )}
      </ListRegion>
    </>
  )
}

const isUndone = (status: QueueState) => status === 'available'

const Nothing = ({ status }: { status: QueueState }) => (
  <EmptyState
    icon={<SuccessIcon size={32} />}
    title={
      isUndone(status) ? words.nothingLeftToDo : words.nothingInState(queueStateNames[status].toLowerCase())
    }
    text={isUndone(status) ? words.restIsHandled : words.noneWithStatus}
  />
)

function Filters({ address }: { address: ListAddress<ExpiryQueueFilters> }) {
  const form = useFilterForm(address)
  return (
    <SimpleGrid data-screen-only columns={{ base: 1, sm: 2 }} gap="4" maxW="2xl">
      <SelectField label={words.expiresWithin} {...form.chosen('days')} value={form.draft.days || '90'}>
        {optionsOf(words.horizonNames)}
      </SelectField>
      <SelectField
        label={sharedWords.status}
        {...form.chosen('status')}
        value={form.draft.status || 'available'}
      >
        {optionsOf(queueStateNames)}
      </SelectField>
    </SimpleGrid>
  )
}

function Sums({ query }: Pick<ReturnType<typeof useExpiryQueue>, 'query'>) {
  const { data } = useExpiryQueueSums(query)
  if (!data) return null
  const counted = (batches: number, units: number) => `${batchCount(batches)}, ${unitCount(units)}`
  return (
    <SimpleGrid columns={2} gap={{ base: '2', sm: '4' }}>
      <StatCard
        label={query.until === ANY_EXPIRY ? words.inStock : words.expires}
        value={formatRupees(data.value)}
        footer={<Flex>{counted(data.batches, data.units)}</Flex>}
      />
      <StatCard
        label={words.expiredAmong}
        value={formatRupees(data.expiredValue)}
        footer={<Flex>{counted(data.expiredBatches, data.expiredUnits)}</Flex>}
      />
    </SimpleGrid>
  )
}
