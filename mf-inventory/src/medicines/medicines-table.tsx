import { isLowStock, type Medicine } from '@mms/contracts'
import { Link, type ListAddress } from '@mms/sdk'
import {
  Box,
  Button,
  type Column,
  DataTable,
  DeleteIcon,
  EditIcon,
  Flex,
  formatCount,
  formatDate,
  formatRupees,
  Text,
  TextLink,
} from '@mms/ui'
import { useState } from 'react'
import { ExpiryBadge, StockBadge } from './badges.tsx'
import { DeleteMedicineDialog } from './delete-medicine-dialog.tsx'
import { type MedicineFilters, sortOf } from './filters.ts'

interface Props {
  medicines: readonly Medicine[]
  stale: boolean
  isAdmin: boolean
  address: ListAddress<MedicineFilters>
}

export function MedicinesTable({ medicines, stale, isAdmin, address }: Props) {
  const [toDelete, setToDelete] = useState<Medicine | null>(null)
  const actions: Column<Medicine> = {
    header: 'Actions',
    screenOnly: true,
    align: 'end',
    cell: (medicine) => (
      <Actions
        medicine={medicine}
        onDelete={isAdmin ? setToDelete : undefined}
        leaveState={address.leaveState}
      />
    ),
  }
  return (
    <>
      <DataTable
        caption="Medicines"
        columns={[...columnsOf(address.leaveState).map((column) => sortable(column, address)), actions]}
        rows={medicines}
        rowKey={(medicine) => medicine._id}
        stale={stale}
      />
      <DeleteMedicineDialog medicine={toDelete} onClose={() => setToDelete(null)} />
    </>
  )
}

/** The headers that sort, and by what. */
const sorts: Record<string, string> = {
  Name: 'name',
  Stock: 'stock',
  Price: 'price',
  'Expiry Date': 'expiry',
}

function sortable(column: Column<Medicine>, { filters, setFilters }: Props['address']): Column<Medicine> {
  const by = sorts[column.header]
  if (by === undefined) return column
  const { direction, next } = sortOf(by, filters)
  return { ...column, sort: { direction, onSort: () => setFilters({ ...filters, sort: next }) } }
}

const columnsOf = (leaveState: unknown): Column<Medicine>[] => [
  {
    header: 'Name',
    primary: true,
    cell: (medicine) => (
      <>
        <Text fontWeight="semibold">
          <TextLink asChild display="inline">
            <Link to={`/medicines/${medicine._id}`} state={leaveState}>
              {medicine.name}
            </Link>
          </TextLink>
        </Text>
        <Text color="fg.muted" textStyle="xs">
          {medicine.manufacturer}
        </Text>
      </>
    ),
  },
  { header: 'Category', cell: (medicine) => medicine.category },
  { header: 'Stock', align: 'end', cell: (medicine) => <Stock medicine={medicine} /> },
  { header: 'Price', align: 'end', cell: (medicine) => formatRupees(medicine.unitPrice) },
  { header: 'Expiry Date', cell: (medicine) => <Expiry date={medicine.expiryDate} /> },
]

function Stock({ medicine }: { medicine: Medicine }) {
  const isLow = isLowStock(medicine)
  return (
    <Box>
      <Flex gap="2" justify="flex-end" align="center">
        <StockBadge medicine={medicine} />
        <Text as="span" {...(isLow ? { color: 'fg.error', fontWeight: 'semibold' } : {})}>
          {formatCount(medicine.currentStock)}
        </Text>
      </Flex>
      <Text color="fg.muted" textStyle="xs">
        Min: {formatCount(medicine.minStockLevel)}
      </Text>
    </Box>
  )
}

function Expiry({ date }: { date: string | null }) {
  return (
    <Flex gap="2" align="center" wrap="wrap" justify={{ base: 'flex-end', lg: 'flex-start' }}>
      <span>{formatDate(date)}</span>
      <ExpiryBadge date={date} />
    </Flex>
  )
}

/** Fingers need more room than a mouse. */
const actionSize = { base: 'sm', lg: 'xs' } as const

interface ActionsProps {
  medicine: Medicine
  onDelete: ((medicine: Medicine) => void) | undefined
  leaveState: unknown
}

function Actions({ medicine, onDelete, leaveState }: ActionsProps) {
  return (
    <Flex gap="1" justify="flex-end" me={{ base: '-3', lg: '-2' }}>
      <Button asChild size={actionSize} variant="ghost" aria-label={`Edit ${medicine.name}`}>
        <Link to={`/medicines/edit/${medicine._id}`} state={leaveState}>
          <EditIcon aria-hidden />
          Edit
        </Link>
      </Button>
      {onDelete ? (
        <Button
          size={actionSize}
          variant="ghost"
          colorPalette="red"
          aria-label={`Delete ${medicine.name}`}
          onClick={() => onDelete(medicine)}
        >
          <DeleteIcon aria-hidden />
          Delete
        </Button>
      ) : null}
    </Flex>
  )
}
