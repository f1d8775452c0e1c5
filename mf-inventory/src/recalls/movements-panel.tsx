import type { BatchFlow } from '@mms/contracts'
import { storeToday, useSession } from '@mms/sdk'
import { saveCsv } from '@mms/sdk/csv'
import { Badge, Box, Button, Card, type Column, DataTable, Flex, formatCount, Instant, Text } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { useState } from 'react'
import { useActorNames } from '../history/api.ts'
import { formatSignedCount, movementTitleOf } from '../history/history-lines.ts'
import { Waiting } from '../waiting.tsx'
import * as words from '../words/recalls.ts'
import * as sharedWords from '../words/shared.ts'
import { type TracedMovement, useMovementNotes, useTracedMovements } from './api.ts'

const SHOWN = 200

export function MovementsPanel({ batches }: { batches: readonly BatchFlow[] }) {
  const movements = useTracedMovements(batches)
  const notes = useMovementNotes(batches, movements.data)
  // Show the full name instead of "You", because the list is printed and sent to others.
  const nameOf = useActorNames(useSession((session) => session.user?.name))
  const [isAll, setIsAll] = useState(false)
  const { data } = movements
  if (!data) {
    const { failedLoadTransactions: failure, loadingTransactions: loading } = words
    return <Waiting query={movements} failure={failure} loading={loading} />
  }
  const by: Column<TracedMovement> = {
    header: sharedWords.by,
    wrap: true,
    cell: ({ actorId }) => nameOf(actorId),
  }
  const noteOf = ({ _id }: TracedMovement) => notes.data?.get(_id) ?? ''
  const note: Column<TracedMovement> = {
    header: words.note,
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
      title={words.transactions}
      text={textOf(data, notes.isError)}
      actions={
        <Button
          variant="outline"
          size="sm"
          data-screen-only
          disabled={notes.isPending && data.length > 0}
          onClick={save}
        >
          {words.csv}
        </Button>
      }
    >
      <DataTable
        caption={words.transactions}
        columns={[...columns, by, note]}
        rows={rows}
        rowKey={({ _id, batch }) => `${_id} ${batch._id}`}
      />
      {rows.length < data.length ? (
        <Flex mt="4" gap="3" align="center" data-screen-only>
          <Text color="fg.muted">{words.newestShown(formatCount(SHOWN))}</Text>
          <Button size="sm" variant="outline" onClick={() => setIsAll(true)}>
            {words.showAll}
          </Button>
        </Flex>
      ) : null}
    </Card>
  )
}

function textOf(movements: readonly TracedMovement[], isWithoutNotes: boolean): string {
  const moved = words.withThisBatch(formatCount(movements.length))
  return isWithoutNotes ? words.notesNotLoaded(moved) : moved
}

const columns: Column<TracedMovement>[] = [
  {
    header: sharedWords.what,
    primary: true,
    cell: ({ type, toSupplier, reverses, batch }) => (
      <Box>
        <Flex gap="2" align="center">
          <Text fontWeight="semibold">{movementTitleOf({ type, toSupplier })}</Text>
          {reverses ? <Badge colorPalette={tones.soon}>{sharedWords.undo}</Badge> : null}
        </Flex>
        <Text color="fg.muted" textStyle="xs" overflowWrap="anywhere">
          {batch.medicineName}
        </Text>
      </Box>
    ),
  },
  { header: sharedWords.date, cell: ({ createdAt }) => <Instant at={createdAt} /> },
  { header: sharedWords.change, align: 'end', cell: ({ effect }) => formatSignedCount(effect) },
  { header: words.left, align: 'end', cell: ({ balanceAfter }) => formatCount(balanceAfter) },
]

const csvHeaders = [
  words.transaction,
  sharedWords.what,
  sharedWords.undo,
  sharedWords.date,
  sharedWords.medicine,
  sharedWords.manufacturer,
  sharedWords.batch,
  sharedWords.change,
  words.left,
  sharedWords.by,
  words.note,
]

const csvRow = ({ batch, ...movement }: TracedMovement) => [
  ...[movement._id, movementTitleOf(movement), movement.reverses ? 'undo' : '', movement.createdAt],
  ...[batch.medicineName, batch.manufacturer, batch.number, movement.effect, movement.balanceAfter],
]
