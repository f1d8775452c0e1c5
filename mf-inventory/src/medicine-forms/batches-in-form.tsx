import type { Batch } from '@mms/contracts'
import { Link } from '@mms/sdk'
import { Alert, Box, type Column, DataTable, Flex, formatCount, formatDate, TextLink } from '@mms/ui'
import { BatchBadge } from '../batches/batch-badge.tsx'
import { numberOf } from '../batches/words.ts'

/** Several batches in the place of the two fields that are of one alone. */
export function BatchesInForm({ medicineId, batches }: { medicineId: string; batches: readonly Batch[] }) {
  return (
    <Box gridColumn="1 / -1">
      <Alert status="info" title="Several batches are in stock">
        Change stock and expiry dates{' '}
        <TextLink asChild display="inline">
          <Link to={`/medicines/${medicineId}`}>on the medicine’s page</Link>
        </TextLink>
        , batch by batch.
      </Alert>
      <Box mt="3" borderWidth="1px" borderRadius="md" overflow="hidden">
        <DataTable caption="Batches in stock" columns={columns} rows={batches} rowKey={({ _id }) => _id} />
      </Box>
    </Box>
  )
}

const columns: Column<Batch>[] = [
  { header: 'Batch', primary: true, cell: numberOf },
  {
    header: 'Expiry Date',
    cell: (batch) => (
      <Flex gap="2" align="center" wrap="wrap" justify={{ base: 'flex-end', lg: 'flex-start' }}>
        <span>{formatDate(batch.expiryDate)}</span>
        <BatchBadge batch={batch} />
      </Flex>
    ),
  },
  { header: 'Stock', align: 'end', cell: ({ stock }) => formatCount(stock) },
]
