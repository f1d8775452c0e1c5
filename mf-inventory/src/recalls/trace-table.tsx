import type { BatchFlow } from '@mms/contracts'
import { Link } from '@mms/sdk'
import { type Column, DataTable, formatCount, Text, TextLink } from '@mms/ui'
import { expiryColumn } from '../batches/columns.tsx'
import { HoldNote } from '../batches/hold-note.tsx'

/** Where the units of each batch are: what came in, what went where, and what is left. */
export const TraceTable = ({ batches }: { batches: readonly BatchFlow[] }) => (
  <DataTable caption="Batches" columns={columns} rows={batches} rowKey={({ _id }) => _id} />
)

const units = (header: string, field: 'received' | 'sold' | 'returned' | 'writtenOff' | 'adjusted') => ({
  header,
  align: 'end' as const,
  cell: (batch: BatchFlow) => formatCount(batch[field]),
})

const columns: Column<BatchFlow>[] = [
  {
    header: 'Medicine',
    primary: true,
    cell: (batch) => (
      <>
        <TextLink asChild display="inline" fontWeight="semibold" overflowWrap="anywhere">
          <Link to={`/medicines/${batch.medicineId}`}>{batch.medicineName}</Link>
        </TextLink>
        <Text color="fg.muted" textStyle="xs">
          {[batch.manufacturer, batch.number].filter(Boolean).join(' · ')}
        </Text>
        <HoldNote batch={batch} />
      </>
    ),
  },
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
