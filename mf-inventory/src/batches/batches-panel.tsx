import type { Medicine } from '@mms/contracts'
import { problemOf } from '@mms/sdk/queries'
import { Box, Card, CheckboxField, ProblemCard, TableSkeleton, Text } from '@mms/ui'
import { useState } from 'react'
import { useBatches } from './api.ts'
import { BatchesTable } from './batches-table.tsx'

export function BatchesPanel({ medicine }: { medicine: Medicine }) {
  const [empty, setEmpty] = useState(false)
  const batches = useBatches(medicine._id, { empty })
  if (!batches.data && batches.isError) {
    return <ProblemCard {...problemOf(batches, 'Failed to load the batches')} />
  }
  return (
    <Card
      title="Batches"
      actions={
        <Box data-screen-only>
          <CheckboxField
            label="Show empty ones"
            checked={empty}
            onChange={({ target }) => setEmpty(target.checked)}
          />
        </Box>
      }
    >
      {batches.data ? (
        batches.data.length > 0 ? (
          <BatchesTable batches={batches.data} medicine={medicine} />
        ) : (
          <Text color="fg.muted">Nothing is in stock.</Text>
        )
      ) : (
        <TableSkeleton text="Loading the batches..." />
      )}
    </Card>
  )
}
