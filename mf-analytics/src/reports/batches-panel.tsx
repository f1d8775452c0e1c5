import { ANY_EXPIRY, expiryState, type NamedStockBatch } from '@mms/contracts'
import { storeToday, useLocalPlace, usePagedRows, useStoreToday } from '@mms/sdk'
import { CsvButton } from '@mms/sdk/csv'
import { DenseRows } from '@mms/sdk/dense'
import {
  Badge,
  Box,
  Card,
  type Column,
  DataTable,
  Flex,
  formatCount,
  formatDate,
  formatRupees,
  ListRegion,
  Text,
} from '@mms/ui'
import { MedicineLink } from '../demand/medicine-link.tsx'
import { batchKeys } from '../keys.ts'

const PATH = '/api/medicines/batches/expiring'
const all = { until: ANY_EXPIRY }

export function BatchesPanel() {
  const list = usePagedRows<NamedStockBatch>(useLocalPlace(), {
    key: batchKeys,
    path: PATH,
    query: all,
    events: ['medicines-changed'],
    failureText: 'Failed to load the stock by batch',
    quiet: true,
  })
  return (
    <Card
      title="Stock by Batch"
      text="Everything in stock now, earliest expiry first, each batch at its own price."
      actions={
        <Box data-screen-only>
          <CsvButton<NamedStockBatch>
            path={PATH}
            query={all}
            fileName={`stock-by-batch-${storeToday()}.csv`}
            headers={csvHeaders}
            cellsOf={csvRow}
          />
        </Box>
      }
    >
      <DenseRows labels mx="-4" borderTopWidth="1px">
        <ListRegion
          label="batches"
          frame="edge"
          list={list}
          empty={
            <Text color="fg.muted" p="4">
              Nothing is in stock
            </Text>
          }
        >
          {(batches, stale) => (
            <DataTable
              caption="Stock by Batch"
              columns={columns}
              rows={batches}
              rowKey={({ _id }) => _id}
              stale={stale}
            />
          )}
        </ListRegion>
      </DenseRows>
    </Card>
  )
}

const rupeesOf = ({ stock, price }: NamedStockBatch): number => Math.round(stock * price * 100) / 100

const looks = {
  Recalled: 'red',
  Quarantined: 'purple',
  Expired: 'red',
  Discounted: 'blue',
  'Expiring soon': 'orange',
  Available: 'gray',
} as const

function statusOf({ status, expiryDate, discounted }: NamedStockBatch, today: string): keyof typeof looks {
  if (status !== 'available') return status === 'recalled' ? 'Recalled' : 'Quarantined'
  const state = expiryState(expiryDate, today)
  if (state === 'expired') return 'Expired'
  if (discounted) return 'Discounted'
  return state === 'good' ? 'Available' : 'Expiring soon'
}

function Status({ batch }: { batch: NamedStockBatch }) {
  const name = statusOf(batch, useStoreToday())
  return name === 'Available' ? name : <Badge colorPalette={looks[name]}>{name}</Badge>
}

const columns: Column<NamedStockBatch>[] = [
  {
    header: 'Medicine',
    primary: true,
    cell: ({ medicineId, medicineName, manufacturer }) => (
      <Flex align="baseline" columnGap="2">
        <MedicineLink id={medicineId} name={medicineName} />
        <Text color="fg.muted" textStyle="xs" truncate minW="8" flex="1 1 0" title={manufacturer}>
          {manufacturer}
        </Text>
      </Flex>
    ),
  },
  { header: 'Batch', wrap: true, cell: ({ number }) => number ?? 'No number' },
  { header: 'Expiry Date', cell: ({ expiryDate }) => formatDate(expiryDate) },
  { header: 'Units', align: 'end', cell: ({ stock }) => formatCount(stock) },
  { header: 'Price', align: 'end', cell: ({ price }) => formatRupees(price) },
  { header: 'Value', align: 'end', cell: (batch) => formatRupees(rupeesOf(batch)) },
  { header: 'Status', cell: (batch) => <Status batch={batch} /> },
]

const csvHeaders = [
  'Medicine',
  'Manufacturer',
  'Batch',
  'Expiry Date',
  'Units',
  'Unit Price',
  'Value',
  'Status',
]
const csvRow = (batch: NamedStockBatch) => [
  ...[batch.medicineName, batch.manufacturer, batch.number, batch.expiryDate, batch.stock],
  ...[batch.price.toFixed(2), rupeesOf(batch).toFixed(2), statusOf(batch, storeToday())],
]
