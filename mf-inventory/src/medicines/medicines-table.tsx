import { expiryState, isLowStock, MEDICINE_DEMAND_PAGE, type Medicine } from '@mms/contracts'
import { Link, useStoreToday } from '@mms/sdk'
import { PageLink } from '@mms/sdk/pages'
import {
  Badge,
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
import { DeleteMedicineDialog } from './delete-medicine-dialog.tsx'

interface Props {
  medicines: readonly Medicine[]
  stale: boolean
  isAdmin: boolean
  /** State for links to the forms. */
  leaveState: unknown
}

export function MedicinesTable({ medicines, stale, isAdmin, leaveState }: Props) {
  const [toDelete, setToDelete] = useState<Medicine | null>(null)
  const actions: Column<Medicine> = {
    header: 'Actions',
    screenOnly: true,
    align: 'end',
    cell: (medicine) => (
      <Actions medicine={medicine} onDelete={isAdmin ? setToDelete : undefined} leaveState={leaveState} />
    ),
  }
  return (
    <>
      <DataTable
        caption="Medicines"
        columns={[...columns, actions]}
        rows={medicines}
        rowKey={(medicine) => medicine._id}
        stale={stale}
      />
      <DeleteMedicineDialog medicine={toDelete} onClose={() => setToDelete(null)} />
    </>
  )
}

const columns: Column<Medicine>[] = [
  {
    header: 'Name',
    primary: true,
    cell: (medicine) => (
      <>
        <Text fontWeight="semibold">
          <TextLink asChild display="inline">
            <PageLink page={MEDICINE_DEMAND_PAGE} params={{ id: medicine._id }}>
              {medicine.name}
            </PageLink>
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
        {isLow ? <Badge colorPalette="red">{medicine.currentStock === 0 ? 'Out' : 'Low'}</Badge> : null}
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
  const state = expiryState(date, useStoreToday())
  return (
    <Flex gap="2" align="center" wrap="wrap" justify={{ base: 'flex-end', lg: 'flex-start' }}>
      <span>{formatDate(date)}</span>
      {state === 'expired' ? <Badge colorPalette="red">Expired</Badge> : null}
      {state === 'expiring' ? <Badge colorPalette="orange">Expiring soon</Badge> : null}
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
