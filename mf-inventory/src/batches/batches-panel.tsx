import type { Medicine } from '@mms/contracts'
import { problemOf } from '@mms/sdk/queries'
import { Box, Card, CheckboxField, ProblemCard, TableSkeleton, Text } from '@mms/ui'
import { useState } from 'react'
import * as words from '../words/batches.ts'
import * as sharedWords from '../words/shared.ts'
import { useBatches } from './api.ts'
import { BatchesTable } from './batches-table.tsx'

export function BatchesPanel({ medicine }: { medicine: Medicine }) {
  const [empty, setEmpty] = useState(false)
  const batches = useBatches(medicine._id, { empty })
  if (!batches.data && batches.isError) {
    return <ProblemCard {...problemOf(batches, sharedWords.failedLoadBatches)} />
  }
  return (
    <Card
      title={sharedWords.batches}
      actions={
        <Box data-screen-only>
          <CheckboxField
            label={words.showEmptyOnes}
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
          <Text color="fg.muted">{words.nothingInStock}</Text>
        )
      ) : (
        <TableSkeleton text={sharedWords.loadingBatches} />
      )}
    </Card>
  )
}
