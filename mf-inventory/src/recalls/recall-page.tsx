import type { BatchFlow } from '@mms/contracts'
import {
  anyText,
  type FiltersOf,
  type ListAddress,
  useFilterForm,
  useListAddress,
  usePageTitle,
} from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
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
  ProblemCard,
  Stack,
  TableSkeleton,
  Text,
  TextField,
} from '@mms/ui'
import { expiryColumn, medicineColumn } from '../batches/columns.tsx'
import { StockTabs } from '../medicines/stock-tabs.tsx'
import { useBatchTrace } from './api.ts'
import { HeldPanel } from './held-panel.tsx'
import { MovementsPanel } from './movements-panel.tsx'
import { RecallActions, RecallAnywayButton } from './recall-actions.tsx'
import { RecallsPanel } from './recalls-panel.tsx'

const recallFilters = { number: anyText, manufacturer: anyText }
type RecallFilters = FiltersOf<typeof recallFilters>

export function RecallPage() {
  usePageTitle('Recalls')
  const address = useListAddress<RecallFilters>(recallFilters)
  const { number, manufacturer } = address.filters
  const said = [manufacturer, number && `batch ${number}`].filter(Boolean).join(' · ')
  return (
    <>
      <PageHeader
        title="Recalls"
        text={said}
        actions={
          <>
            <StockTabs />
            {number === '' ? null : (
              <Button variant="outline" data-screen-only onClick={() => window.print()}>
                Print
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
        label="Find batches"
        count={address.filterCount}
        wide="lg"
        columns="1fr 1fr"
        submitLabel="Find"
        searches
        onSubmit={form.onSubmit}
        onClear={form.clear}
      >
        <TextField label="Batch Number" maxLength={50} autoComplete="off" {...form.typed('number')} />
        <TextField label="Manufacturer" maxLength={200} autoComplete="off" {...form.typed('manufacturer')} />
      </FilterBar>
    </Box>
  )
}

function Found(traced: RecallFilters) {
  const query = useBatchTrace(traced)
  const { data } = query
  if (!data) {
    return query.isError ? (
      <ProblemCard {...problemOf(query, 'Failed to load the batches')} />
    ) : (
      <TableSkeleton text="Loading the batches..." />
    )
  }
  if (data.length === 0) {
    return (
      <EmptyState
        title="No such batch"
        text="No medicine of this maker has had a batch with this number."
        actions={traced.manufacturer === '' ? null : <RecallAnywayButton traced={traced} />}
      />
    )
  }
  return (
    <>
      <Card title="Batches" actions={<RecallActions batches={data} traced={traced} />}>
        <TraceTable batches={data} />
      </Card>
      <MovementsPanel batches={data} />
    </>
  )
}

const TraceTable = ({ batches }: { batches: readonly BatchFlow[] }) => (
  <DataTable caption="Batches" columns={columns} rows={batches} rowKey={({ _id }) => _id} />
)

const units = (header: string, field: 'received' | 'sold' | 'returned' | 'writtenOff' | 'adjusted') => ({
  header,
  align: 'end' as const,
  cell: (batch: BatchFlow) => formatCount(batch[field]),
})

const columns: Column<BatchFlow>[] = [
  medicineColumn(({ manufacturer, number, formerNumbers = [] }) => [
    manufacturer,
    number,
    formerNumbers.length > 0 ? `formerly ${formerNumbers.join(', ')}` : null,
  ]),
  expiryColumn,
  units('Received', 'received'),
  units('Sold', 'sold'),
  units('Came back', 'returned'),
  units('Written off', 'writtenOff'),
  units('Adjusted', 'adjusted'),
  {
    header: 'Left',
    align: 'end',
    cell: ({ stock }) => (
      <Text as="span" fontWeight="semibold">
        {formatCount(stock)}
      </Text>
    ),
  },
]
