import type { BatchFlow } from '@mms/contracts'
import {
  anyText,
  type FiltersOf,
  type ListAddress,
  useFilterForm,
  useListAddress,
  usePageTitle,
} from '@mms/sdk'
import {
  Box,
  Button,
  Card,
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  formatCount,
  PageHeader,
  PrintNote,
  Stack,
  Text,
  TextField,
} from '@mms/ui'
import { createMedicineColumn, expiryColumn } from '../batches/columns.tsx'
import { StockTabs } from '../medicines/stock-tabs.tsx'
import { Waiting } from '../waiting.tsx'
import * as words from '../words/recalls.ts'
import * as sharedWords from '../words/shared.ts'
import { useBatchTrace } from './api.ts'
import { HeldPanel } from './held-panel.tsx'
import { MovementsPanel } from './movements-panel.tsx'
import { RecallActions, RecallAnywayButton } from './recall-actions.tsx'
import { RecallsPanel } from './recalls-panel.tsx'

const recallFilters = { number: anyText, manufacturer: anyText }
type RecallFilters = FiltersOf<typeof recallFilters>

export function RecallPage() {
  usePageTitle(sharedWords.recalls)
  const address = useListAddress<RecallFilters>(recallFilters)
  const { number, manufacturer } = address.filters
  const said = [manufacturer, number && words.batchNamed(number)].filter(Boolean).join(' · ')
  return (
    <>
      <PageHeader
        title={sharedWords.recalls}
        text={said}
        actions={
          <>
            <StockTabs />
            {number === '' ? null : (
              <Button variant="outline" data-screen-only onClick={() => window.print()}>
                {sharedWords.print}
              </Button>
            )}
          </>
        }
      />
      <PrintNote />
      <Stack gap="4">
        <SearchForm address={address} />
        {number === '' ? (
          <>
            <HeldPanel />
            <RecallsPanel />
          </>
        ) : (
          <Found number={number} manufacturer={manufacturer} />
        )}
      </Stack>
    </>
  )
}

function SearchForm({ address }: { address: ListAddress<RecallFilters> }) {
  const form = useFilterForm(address)
  return (
    <Box data-screen-only>
      <FilterBar
        label={words.findBatches}
        count={address.filterCount}
        wide="lg"
        columns="1fr 1fr"
        submitLabel={words.find}
        searches
        onSubmit={form.onSubmit}
        onClear={form.clear}
      >
        <TextField
          label={sharedWords.batchNumber}
          maxLength={50}
          autoComplete="off"
          {...form.typed('number')}
        />
        <TextField
          label={sharedWords.manufacturer}
          maxLength={200}
          autoComplete="off"
          {...form.typed('manufacturer')}
        />
      </FilterBar>
    </Box>
  )
}

function Found(traced: RecallFilters) {
  const query = useBatchTrace(traced)
  const { data } = query
  if (!data) {
    const { failedLoadBatches: failure, loadingBatches: loading } = sharedWords
    return <Waiting query={query} failure={failure} loading={loading} />
  }
  if (data.length === 0) {
    return (
      <EmptyState
        title={words.noSuchBatch}
        text={words.noSuchBatchText}
        actions={traced.manufacturer === '' ? null : <RecallAnywayButton traced={traced} />}
      />
    )
  }
  return (
    <>
      <Card title={sharedWords.batches} actions={<RecallActions batches={data} traced={traced} />}>
        <DataTable caption={sharedWords.batches} columns={columns} rows={data} rowKey={({ _id }) => _id} />
      </Card>
      <MovementsPanel batches={data} />
    </>
  )
}

const units = (header: string, field: 'received' | 'sold' | 'returned' | 'writtenOff' | 'adjusted') => ({
  header,
  align: 'end' as const,
  cell: (batch: BatchFlow) => formatCount(batch[field]),
})

const columns: Column<BatchFlow>[] = [
  createMedicineColumn(({ manufacturer, number, formerNumbers = [] }) => [
    manufacturer,
    number,
    formerNumbers.length > 0 ? words.formerly(formerNumbers.join(', ')) : null,
  ]),
  expiryColumn,
  units(words.received, 'received'),
  units(words.sold, 'sold'),
  units(words.returned, 'returned'),
  units(sharedWords.writtenOff, 'writtenOff'),
  units(words.adjusted, 'adjusted'),
  {
    header: words.left,
    align: 'end',
    cell: ({ stock }) => (
      <Text as="span" fontWeight="semibold">
        {formatCount(stock)}
      </Text>
    ),
  },
]
