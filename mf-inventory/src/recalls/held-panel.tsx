import type { NamedStockBatch } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import { saveCsv } from '@mms/sdk/csv'
import { Button, Card, type Column, DataTable, EmptyState, SuccessIcon } from '@mms/ui'
import { batchNumberColumn, createMedicineColumn, expiryColumn, stockColumn } from '../batches/columns.tsx'
import { Waiting } from '../waiting.tsx'
import { statusNames } from '../words/batches.ts'
import { batchCount } from '../words/counts.ts'
import * as words from '../words/recalls.ts'
import * as sharedWords from '../words/shared.ts'
import { useHeldBatches } from './api.ts'

export function HeldPanel() {
  const held = useHeldBatches()
  const { data } = held
  if (!data) return <Waiting query={held} failure={words.failedLoadHeld} loading={words.loadingHeld} />
  if (data.length === 0) {
    return (
      <EmptyState icon={<SuccessIcon size={32} />} title={words.nothingOnHold} text={words.findToRecall} />
    )
  }
  const save = () => saveCsv(`on-hold-${storeToday()}.csv`, csvHeaders, data.map(csvRow))
  return (
    <Card
      title={words.onHold}
      text={words.cannotBeSold(batchCount(data.length))}
      actions={
        <Button variant="outline" size="sm" data-screen-only onClick={save}>
          {words.csv}
        </Button>
      }
    >
      <DataTable caption={words.onHold} columns={columns} rows={data} rowKey={({ _id }) => _id} />
    </Card>
  )
}

const columns: Column<NamedStockBatch>[] = [
  createMedicineColumn(({ manufacturer }) => [manufacturer]),
  batchNumberColumn,
  expiryColumn,
  stockColumn,
]

const csvHeaders = [
  sharedWords.medicine,
  sharedWords.manufacturer,
  sharedWords.batch,
  sharedWords.expiryDateHeader,
  sharedWords.status,
  sharedWords.stock,
  sharedWords.reason,
  sharedWords.by,
  words.since,
]
const csvRow = ({ held, ...batch }: NamedStockBatch) => [
  ...[batch.medicineName, batch.manufacturer, batch.number, batch.expiryDate, statusNames[batch.status]],
  ...[batch.stock, held?.reason ?? '', held?.byName ?? '', held?.at ?? ''],
]
