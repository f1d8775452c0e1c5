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
import * as tones from '@mms/ui/tones'
import { MedicineLink } from '../demand/medicine-parts.tsx'
import { batchKeys } from '../keys.ts'
import * as words from '../words/reports.ts'
import * as sharedWords from '../words/shared.ts'

const PATH = '/api/medicines/batches/expiring'
const all = { until: ANY_EXPIRY }

export function BatchesPanel() {
  const list = usePagedRows<NamedStockBatch>(useLocalPlace(), {
    key: batchKeys,
    path: PATH,
    query: all,
    events: ['medicines-changed'],
    failureText: words.batchesLoadFailed,
    quiet: true,
  })
  return (
    <Card
      title={words.stockByBatch}
      text={words.stockByBatchText}
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
          label={words.batchesNoun}
          frame="edge"
          list={list}
          empty={
            <Text color="fg.muted" p="4">
              {words.nothingInStock}
            </Text>
          }
        >
          {(batches, stale) => (
            <DataTable
              caption={words.stockByBatch}
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
  [words.recalled]: tones.danger,
  [words.quarantined]: tones.apart,
  [words.expired]: tones.danger,
  [words.discounted]: tones.info,
  [words.expiringSoon]: tones.soon,
  [words.available]: tones.quiet,
} as const

function statusOf({ status, expiryDate, discounted }: NamedStockBatch, today: string): keyof typeof looks {
  if (status !== 'available') return status === 'recalled' ? words.recalled : words.quarantined
  const state = expiryState(expiryDate, today)
  if (state === 'expired') return words.expired
  if (discounted) return words.discounted
  return state === 'good' ? words.available : words.expiringSoon
}

function Status({ batch }: { batch: NamedStockBatch }) {
  const name = statusOf(batch, useStoreToday())
  return name === words.available ? name : <Badge colorPalette={looks[name]}>{name}</Badge>
}

const columns: Column<NamedStockBatch>[] = [
  {
    header: sharedWords.medicine,
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
  { header: words.batch, wrap: true, cell: ({ number }) => number ?? words.noNumber },
  { header: words.expiryDate, cell: ({ expiryDate }) => formatDate(expiryDate) },
  { header: sharedWords.units, align: 'end', cell: ({ stock }) => formatCount(stock) },
  { header: words.price, align: 'end', cell: ({ price }) => formatRupees(price) },
  { header: words.value, align: 'end', cell: (batch) => formatRupees(rupeesOf(batch)) },
  { header: words.status, cell: (batch) => <Status batch={batch} /> },
]

const csvHeaders = [
  sharedWords.medicine,
  words.manufacturer,
  words.batch,
  words.expiryDate,
  sharedWords.units,
  words.unitPrice,
  words.value,
  words.status,
]
const csvRow = (batch: NamedStockBatch) => [
  ...[batch.medicineName, batch.manufacturer, batch.number, batch.expiryDate, batch.stock],
  ...[batch.price.toFixed(2), rupeesOf(batch).toFixed(2), statusOf(batch, storeToday())],
]
