import type { NamedStockBatch } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import { saveCsv } from '@mms/sdk/csv'
import { problemOf } from '@mms/sdk/queries'
import {
  Button,
  Card,
  type Column,
  DataTable,
  EmptyState,
  formatCount,
  ProblemCard,
  SuccessIcon,
  TableSkeleton,
} from '@mms/ui'
import { expiryColumn, medicineColumn, numberColumn, stockColumn } from '../batches/columns.tsx'
import { statusNames } from '../batches/words.ts'
import { useHeldBatches } from './api.ts'

export function HeldPanel() {
  const held = useHeldBatches()
  if (!held.data) {
    return held.isError ? (
      <ProblemCard {...problemOf(held, 'Failed to load the batches on hold')} />
    ) : (
      <TableSkeleton text="Loading the batches on hold..." />
    )
  }
  const { data } = held
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<SuccessIcon size={32} />}
        title="Nothing is on hold"
        text="Find the batch of a notice above to recall it."
      />
    )
  }
  const save = () => saveCsv(`on-hold-${storeToday()}.csv`, csvHeaders, data.map(csvRow))
  return (
    <Card
      title="On hold"
      text={`${formatCount(data.length)} ${data.length === 1 ? 'batch' : 'batches'} that cannot be sold`}
      actions={
        <Button variant="outline" size="sm" data-screen-only onClick={save}>
          CSV
        </Button>
      }
    >
      <DataTable caption="On hold" columns={columns} rows={data} rowKey={({ _id }) => _id} />
    </Card>
  )
}

const columns: Column<NamedStockBatch>[] = [
  medicineColumn(({ manufacturer }) => [manufacturer]),
  numberColumn,
  expiryColumn,
  stockColumn,
]

const csvHeaders = [
  'Medicine',
  'Manufacturer',
  'Batch',
  'Expiry date',
  'Status',
  'Stock',
  'Reason',
  'By',
  'Since',
]
const csvRow = ({ held, ...batch }: NamedStockBatch) => [
  ...[batch.medicineName, batch.manufacturer, batch.number, batch.expiryDate, statusNames[batch.status]],
  ...[batch.stock, held?.reason ?? '', held?.byName ?? '', held?.at ?? ''],
]
