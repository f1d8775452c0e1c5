import type { BatchFlow } from '@mms/contracts'
import { storeToday, useSession } from '@mms/sdk'
import { saveCsv } from '@mms/sdk/csv'
import { problemOf } from '@mms/sdk/queries'
import {
  Badge,
  Box,
  Button,
  Card,
  type Column,
  DataTable,
  Flex,
  formatCount,
  Instant,
  ProblemCard,
  TableSkeleton,
  Text,
} from '@mms/ui'
import { useState } from 'react'
import { useNames } from '../history/api.ts'
import { movementTitle, signedCount } from '../history/words.ts'
import { type TracedMovement, useMovements, useNotes } from './api.ts'

const SHOWN = 200

export function MovementsPanel({ batches }: { batches: readonly BatchFlow[] }) {
  const movements = useMovements(batches)
  const notes = useNotes(batches, movements.data)
  // The full name instead of "You", because the list is printed and sent to others.
  const nameOf = useNames(useSession((session) => session.user?.name))
  const [isAll, setIsAll] = useState(false)
  const { data } = movements
  if (!data) {
    return movements.isError ? (
      <ProblemCard {...problemOf(movements, 'Failed to load the transactions')} />
    ) : (
      <TableSkeleton text="Loading the transactions..." />
    )
  }
  const by: Column<TracedMovement> = { header: 'By', wrap: true, cell: ({ actorId }) => nameOf(actorId) }
  const noteOf = ({ _id }: TracedMovement) => notes.data?.get(_id) ?? ''
  const note: Column<TracedMovement> = {
    header: 'Note',
    wrap: true,
    cell: (movement) => noteOf(movement) || '-',
  }
  const save = () => {
    const rows = data.map((movement) => [...csvRow(movement), nameOf(movement.actorId), noteOf(movement)])
    saveCsv(`recall-${batches[0]?.number ?? ''}-${storeToday()}.csv`, csvHeaders, rows)
  }
  const rows = isAll ? data : data.slice(0, SHOWN)
  return (
    <Card
      title="Transactions"
      text={textOf(data, notes.isError)}
      actions={
        <Button
          variant="outline"
          size="sm"
          data-screen-only
          disabled={notes.isPending && data.length > 0}
          onClick={save}
        >
          CSV
        </Button>
      }
    >
      <DataTable
        caption="Transactions"
        columns={[...columns, by, note]}
        rows={rows}
        rowKey={({ _id, batch }) => `${_id} ${batch._id}`}
      />
      {rows.length < data.length ? (
        <Flex mt="4" gap="3" align="center" data-screen-only>
          <Text color="fg.muted">The newest {formatCount(SHOWN)} are shown.</Text>
          <Button size="sm" variant="outline" onClick={() => setIsAll(true)}>
            Show all
          </Button>
        </Flex>
      ) : null}
    </Card>
  )
}

function textOf(movements: readonly TracedMovement[], isWithoutNotes: boolean): string {
  const moved = `${formatCount(movements.length)} moved some of it`
  return isWithoutNotes ? `${moved}. Their notes could not be loaded.` : moved
}

const columns: Column<TracedMovement>[] = [
  {
    header: 'What',
    primary: true,
    cell: ({ type, toSupplier, reverses, batch }) => (
      <Box>
        <Flex gap="2" align="center">
          <Text fontWeight="semibold">{movementTitle({ type, toSupplier })}</Text>
          {reverses ? <Badge colorPalette="orange">Undo</Badge> : null}
        </Flex>
        <Text color="fg.muted" textStyle="xs" overflowWrap="anywhere">
          {batch.medicineName}
        </Text>
      </Box>
    ),
  },
  { header: 'Date', cell: ({ createdAt }) => <Instant at={createdAt} /> },
  { header: 'Change', align: 'end', cell: ({ effect }) => signedCount(effect) },
  { header: 'Left', align: 'end', cell: ({ balanceAfter }) => formatCount(balanceAfter) },
]

const csvHeaders = [
  'Transaction',
  'What',
  'Undo',
  'Date',
  'Medicine',
  'Manufacturer',
  'Batch',
  'Change',
  'Left',
  'By',
  'Note',
]

const csvRow = ({ batch, ...movement }: TracedMovement) => [
  ...[movement._id, movementTitle(movement), movement.reverses ? 'undo' : '', movement.createdAt],
  ...[batch.medicineName, batch.manufacturer, batch.number, movement.effect, movement.balanceAfter],
]
