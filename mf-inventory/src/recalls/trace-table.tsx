import type { BatchFlow } from '@mms/contracts'
import { type Column, DataTable, formatCount, Text } from '@mms/ui'
import { expiryColumn, medicineColumn } from '../batches/columns.tsx'

export const TraceTable = ({ batches }: { batches: readonly BatchFlow[] }) => (
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
