import type { Batch, NamedStockBatch } from '@mms/contracts'
import { Link } from '@mms/sdk'
import { Badge, type Column, Flex, formatCount, formatDate, Instant, Text, TextLink } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import type { ReactNode } from 'react'
import { ExpiryBadge } from '../medicines/badges.tsx'
import { deletedMedicine, numberOf, statusNames } from '../words/batches.ts'
import * as sharedWords from '../words/shared.ts'

export const createMedicineColumn = <Row extends Batch & Pick<NamedStockBatch, 'medicineName' | 'deleted'>>(
  about: (batch: Row) => (string | null)[],
  note?: (batch: Row) => ReactNode,
): Column<Row> => ({
  header: sharedWords.medicine,
  primary: true,
  cell: (batch) => (
    <>
      {batch.deleted ? (
        deletedMedicine(batch.medicineName)
      ) : (
        <TextLink asChild display="inline" fontWeight="semibold" overflowWrap="anywhere">
          <Link to={`/medicines/${batch.medicineId}`}>{batch.medicineName}</Link>
        </TextLink>
      )}
      <Text color="fg.muted" textStyle="xs">
        {about(batch).filter(Boolean).join(' · ')}
      </Text>
      <HoldNote batch={batch} />
      {note?.(batch)}
    </>
  ),
})

export const batchNumberColumn: Column<Batch & { manufacturer: string }> = {
  header: sharedWords.batch,
  cell: (batch) => (
    <RecallLink manufacturer={batch.manufacturer} number={batch.number}>
      {numberOf(batch)}
    </RecallLink>
  ),
}

export const expiryColumn: Column<Batch> = {
  header: sharedWords.expiryDate,
  brief: true,
  cell: (batch) => (
    <Flex gap="2" align="center" wrap="wrap" justify={{ base: 'flex-end', lg: 'flex-start' }}>
      <span>{formatDate(batch.expiryDate)}</span>
      <BatchBadge batch={batch} />
    </Flex>
  ),
}

export const stockColumn: Column<Batch> = {
  header: sharedWords.stock,
  brief: true,
  align: 'end',
  cell: ({ stock }) => formatCount(stock),
}

function BatchBadge({ batch: { status, expiryDate } }: { batch: Pick<Batch, 'status' | 'expiryDate'> }) {
  if (status === 'available') return <ExpiryBadge date={expiryDate} />
  return (
    <Badge colorPalette={status === 'recalled' ? tones.danger : tones.apart}>{statusNames[status]}</Badge>
  )
}

export function HoldNote({ batch: { held } }: { batch: Pick<Batch, 'held'> }) {
  if (!held) return null
  return (
    <Text color="fg.muted" textStyle="xs" overflowWrap="anywhere">
      {[held.reason, held.byName].filter(Boolean).join(' · ')} <Instant at={held.at} />
    </Text>
  )
}

interface RecallLinkProps {
  manufacturer: string
  number: string | null
  children: ReactNode
}

function recallAddress(number: string, manufacturer: string): string {
  const query = { number, ...(manufacturer === '' ? {} : { manufacturer }) }
  return `/medicines/recalls?${new URLSearchParams(query)}`
}

export function RecallLink({ manufacturer, number, children }: RecallLinkProps) {
  if (number === null) return children
  return (
    <TextLink asChild display="inline">
      <Link to={recallAddress(number, manufacturer)}>{children}</Link>
    </TextLink>
  )
}
