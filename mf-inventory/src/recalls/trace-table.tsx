import type { BatchFlow } from '@mms/contracts'
import { type Column, DataTable, formatCount, Text } from '@mms/ui'
import { expiryColumn, medicineColumn } from '../batches/columns.tsx'

/** Where the units of each batch are: what came in, what went where, and what is left. */
export const TraceTable = ({ batches }: { batches: readonly BatchFlow[] }) => (
  <DataTable caption="Batches" columns={columnsOf(batches)} rows={batches} rowKey={({ _id }) => _id} />
)

const units = (
  header: string,
  field: 'received' | 'numbered' | 'sold' | 'returned' | 'writtenOff' | 'adjusted',
) => ({
  header,
  align: 'end' as const,
  cell: (batch: BatchFlow) => formatCount(batch[field]),
})

/** Units that were there before they had this number have a column only where there are any. */
const columnsOf = (batches: readonly BatchFlow[]): Column<BatchFlow>[] => [
  medicineColumn(({ manufacturer, number }) => [manufacturer, number]),
  expiryColumn,
  units('Received', 'received'),
  ...(batches.some(({ numbered }) => numbered !== 0) ? [units('Number given', 'numbered')] : []),
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
