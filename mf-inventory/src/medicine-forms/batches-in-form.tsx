import type { Batch } from '@mms/contracts'
import { Link } from '@mms/sdk'
import { Alert, Box, type Column, DataTable, TextLink } from '@mms/ui'
import { expiryColumn, stockColumn } from '../batches/columns.tsx'
import { numberOf } from '../batches/words.ts'

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
  expiryColumn,
  stockColumn,
]
