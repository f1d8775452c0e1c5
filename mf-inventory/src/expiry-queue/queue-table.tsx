import { lastReturnDay, type NamedStockBatch } from '@mms/contracts'
import {
  CheckboxField,
  type Column,
  DataTable,
  formatCount,
  formatDate,
  formatRupees,
  Instant,
  Text,
  VisuallyHidden,
} from '@mms/ui'
import type { ReactNode } from 'react'
import { batchNumberColumn, createMedicineColumn, expiryColumn, stockColumn } from '../batches/columns.tsx'
import { stockValueOf } from '../batches/questions.ts'
import { batchOfMedicine } from '../words/batches.ts'
import * as words from '../words/expiry-queue.ts'
import * as sharedWords from '../words/shared.ts'
import type { ExpiryRiskOf } from './api.ts'

export const SELECT_ALL_LABEL = words.selectPage

interface Selection {
  selected: ReadonlySet<string>
  onSelect: (batches: readonly NamedStockBatch[], isSelected: boolean) => void
}

interface SelectAllProps extends Selection {
  batches: readonly NamedStockBatch[]
  label: ReactNode
}

export function SelectAllCheckbox({ batches, selected, onSelect, label }: SelectAllProps) {
  const count = batches.filter(({ _id }) => selected.has(_id)).length
  const isAll = count > 0 && count === batches.length
  return (
    <CheckboxField
      label={label}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      disabled={batches.length === 0}
      onChange={({ target }) => onSelect(batches, target.checked)}
    />
  )
}

interface Props extends Selection {
  batches: readonly NamedStockBatch[]
  stale: boolean
  riskOf: ExpiryRiskOf
}

export function QueueTable({ batches, stale, riskOf, selected, onSelect }: Props) {
  const choice: Column<NamedStockBatch> = {
    header: words.select,
    head: (
      <SelectAllCheckbox
        batches={batches}
        selected={selected}
        onSelect={onSelect}
        label={<VisuallyHidden>{SELECT_ALL_LABEL}</VisuallyHidden>}
      />
    ),
    screenOnly: true,
    cell: (batch) => (
      <CheckboxField
        label={<VisuallyHidden>{words.selectBatch(batchOfMedicine(batch))}</VisuallyHidden>}
        checked={selected.has(batch._id)}
        onChange={({ target }) => onSelect([batch], target.checked)}
      />
    ),
  }
  const risk: Column<NamedStockBatch> = {
    header: words.atRisk,
    align: 'end',
    tableOnly: (batch) => riskOf(batch) === null,
    cell: (batch) => <Risk units={riskOf(batch)} price={batch.price} />,
  }
  return (
    <DataTable
      caption={sharedWords.expiryQueue}
      columns={[choice, ...columns, risk]}
      rows={batches}
      rowKey={({ _id }) => _id}
      stale={stale}
      isHighlighted={({ _id }) => selected.has(_id)}
    />
  )
}

function DiscountNote({ batch: { discounted } }: { batch: NamedStockBatch }) {
  if (!discounted) return null
  return (
    <Text color="fg.muted" textStyle="xs">
      {words.discounted}
      {discounted.byName ? ` · ${discounted.byName}` : null} <Instant at={discounted.at} />
    </Text>
  )
}

function Risk({ units, price }: { units: number | null; price: number }) {
  if (units === null) return '-'
  return (
    <>
      {formatCount(units)}
      <Text color="fg.muted" textStyle="xs">
        {formatRupees(stockValueOf({ stock: units, price }))}
      </Text>
    </>
  )
}

const columns: Column<NamedStockBatch>[] = [
  createMedicineColumn(
    ({ manufacturer, supplier }) => [manufacturer, supplier],
    (batch) => <DiscountNote batch={batch} />,
  ),
  batchNumberColumn,
  expiryColumn,
  {
    header: words.returnableUntil,
    cell: (batch) => formatDate(lastReturnDay(batch)),
    tableOnly: (batch) => lastReturnDay(batch) === batch.expiryDate,
  },
  stockColumn,
  {
    header: sharedWords.price,
    align: 'end',
    cell: ({ price }) => formatRupees(price),
    tableOnly: () => true,
  },
  { header: words.value, align: 'end', cell: (batch) => formatRupees(stockValueOf(batch)) },
]

export const queueCsvHeaders = [
  sharedWords.medicine,
  sharedWords.manufacturer,
  sharedWords.batch,
  sharedWords.expiryDateHeader,
  sharedWords.status,
  sharedWords.stock,
  sharedWords.price,
  words.value,
  sharedWords.supplier,
  sharedWords.returnableUntil,
]
export const toQueueCsvRow = (batch: NamedStockBatch) => [
  ...[batch.medicineName, batch.manufacturer, batch.number, batch.expiryDate, batch.status],
  ...[batch.stock, batch.price, stockValueOf(batch), batch.supplier, lastReturnDay(batch)],
]
