import type { Batch } from '@mms/contracts'
import { type Column, Flex, formatCount, formatDate } from '@mms/ui'
import { BatchBadge } from './batch-badge.tsx'
import { RecallLink } from './recall-link.tsx'
import { numberOf } from './words.ts'

/** Where the number leads: to what is left of it, and where it went. */
export const numberColumn: Column<Batch & { manufacturer: string }> = {
  header: 'Batch',
  cell: (batch) => (
    <RecallLink manufacturer={batch.manufacturer} number={batch.number}>
      {numberOf(batch)}
    </RecallLink>
  ),
}

export const expiryColumn: Column<Batch> = {
  header: 'Expiry Date',
  cell: (batch) => (
    <Flex gap="2" align="center" wrap="wrap" justify={{ base: 'flex-end', lg: 'flex-start' }}>
      <span>{formatDate(batch.expiryDate)}</span>
      <BatchBadge batch={batch} />
    </Flex>
  ),
}

export const stockColumn: Column<Batch> = {
  header: 'Stock',
  align: 'end',
  cell: ({ stock }) => formatCount(stock),
}
