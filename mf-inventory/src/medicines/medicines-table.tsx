import { isLowStock, type Medicine } from '@mms/contracts'
import type { ListAddress } from '@mms/sdk'
import { RecordLink, RecordTable } from '@mms/sdk/records'
import { type Column, Flex, formatCount, formatDate, formatRupees, Text } from '@mms/ui'
import { useState } from 'react'
import * as words from '../words/medicines.ts'
import * as sharedWords from '../words/shared.ts'
import { ExpiryBadge, StockBadge } from './badges.tsx'
import { columnSortOf, type MedicineFilters } from './filters.ts'
import { medicineKind } from './kind.ts'
import { countedWord, isPacked, stockInPacksText } from './pack.ts'

interface Props {
  medicines: readonly Medicine[]
  stale: boolean
  isAdmin: boolean
  address: ListAddress<MedicineFilters>
}

export function MedicinesTable({ medicines, stale, isAdmin, address }: Props) {
  return (
    <RecordTable
      kind={medicineKind}
      columns={columnsOf(address).map((column) => sortable(column, address))}
      rows={medicines}
      stale={stale}
      state={address.leaveState}
      canDelete={isAdmin}
      consequences={consequencesOf}
    />
  )
}

const consequencesOf = ({ currentStock }: Medicine) => (
  <>
    {currentStock > 0 ? <li>{words.stockRemoved(formatCount(currentStock))}</li> : null}
    <li>{words.deleteText}</li>
  </>
)

const sorts: Record<string, string> = {
  [words.name]: 'name',
  [sharedWords.stock]: 'stock',
  [sharedWords.price]: 'price',
  [sharedWords.expiryDate]: 'expiry',
}

function sortable(column: Column<Medicine>, { filters, setFilters }: Props['address']): Column<Medicine> {
  const by = sorts[column.header]
  if (by === undefined) return column
  const { direction, next } = columnSortOf(by, filters)
  return { ...column, sort: { direction, onSort: () => setFilters({ ...filters, sort: next }) } }
}

const columnsOf = ({ leaveState, filters }: Props['address']): Column<Medicine>[] => [
  {
    header: words.name,
    primary: true,
    cell: (medicine) => (
      <Flex align="baseline" columnGap="2">
        <span>
          <RecordLink kind={medicineKind} record={medicine} state={leaveState} />
          {filters.search && medicine.composition ? ` · ${medicine.composition}` : null}
        </span>
        <Text color="fg.muted" textStyle="xs" truncate minW="0" flex="1 1 0" title={medicine.manufacturer}>
          {medicine.manufacturer}
        </Text>
      </Flex>
    ),
  },
  { header: words.category, cell: (medicine) => medicine.category },
  { header: sharedWords.stock, align: 'end', cell: (medicine) => <Stock medicine={medicine} /> },
  { header: sharedWords.price, align: 'end', cell: (medicine) => <Price medicine={medicine} /> },
  { header: sharedWords.expiryDate, cell: (medicine) => <Expiry date={medicine.expiryDate} /> },
]

const HIDDEN_KEY = 'mms.medicines.hidden'
const optional = [words.category, sharedWords.stock, sharedWords.price, sharedWords.expiryDate]

/** Columns that the user hid in this browser. Narrow screens show every field. */
export function useHiddenColumns() {
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN_KEY)?.split(',') ?? [])
  const choices = optional.map((header) => ({
    label: `${hidden.includes(header) ? sharedWords.show : words.hide} ${header}`,
    toggle: () => {
      const next = optional.filter((one) => hidden.includes(one) !== (one === header))
      localStorage.setItem(HIDDEN_KEY, next.join())
      setHidden(next)
    },
  }))
  const cells = optional.flatMap((header, at) => (hidden.includes(header) ? `:nth-child(${at + 2})` : []))
  const css = cells.length > 0 ? { [`& :is(th, td):is(${cells})`]: { display: { lg: 'none' } } } : {}
  return { choices, css }
}

function Stock({ medicine }: { medicine: Medicine }) {
  const isLow = isLowStock(medicine)
  return (
    <Flex align="center" justify="flex-end" columnGap="2">
      <StockBadge medicine={medicine} />
      <Text as="span" {...(isLow ? { color: 'fg.error', fontWeight: 'semibold' } : {})}>
        {formatCount(medicine.currentStock)}
      </Text>
      <Text color="fg.muted" textStyle="xs" minWidth={{ lg: '16' }}>
        {stockInPacksText(medicine)} {words.minimumOf(formatCount(medicine.minStockLevel))}
      </Text>
    </Flex>
  )
}

/** A price without a unit is the price of a pack. */
function Price({ medicine }: { medicine: Medicine }) {
  const price = formatRupees(medicine.unitPrice)
  if (!isPacked(medicine)) return price
  return (
    <>
      {price}{' '}
      <Text as="span" display={{ lg: 'block', xl: 'inline' }} color="fg.muted" textStyle="xs">
        {sharedWords.per(countedWord(medicine))}
      </Text>
    </>
  )
}

function Expiry({ date }: { date: string | null }) {
  return (
    <Flex gap="2" align="center">
      <span>{formatDate(date)}</span>
      <ExpiryBadge date={date} />
    </Flex>
  )
}
