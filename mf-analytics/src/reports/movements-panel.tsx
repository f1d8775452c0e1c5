import type { StockMovement } from '@mms/contracts'
import { DenseRows } from '@mms/sdk/dense'
import { Badge, Button, Card, type Column, DataTable, Flex, formatCount, Text } from '@mms/ui'
import { useState } from 'react'
import { MedicineLink } from '../demand/medicine-parts.tsx'
import { formatTurnover } from '../figures.ts'
import * as words from '../words/reports.ts'
import * as sharedWords from '../words/shared.ts'
import { movementUnitColumns } from './report-sums.ts'

const STEP = 50

const columns: Column<StockMovement>[] = [
  { header: sharedWords.medicine, primary: true, cell: (row) => <Medicine row={row} /> },
  ...movementUnitColumns.map(
    ({ header, field }): Column<StockMovement> => ({
      header,
      align: 'end',
      cell: (row) => formatCount(row[field]),
    }),
  ),
  { header: words.turnoverRate, align: 'end', cell: (row) => formatTurnover(row.turnoverRate) },
]

export function MovementsPanel({
  movements,
  stale,
}: {
  movements: readonly StockMovement[]
  stale: boolean
}) {
  const [shown, setShown] = useState(STEP)
  return (
    <Card title={words.stockMovementDetails} text={words.movementsText}>
      {movements.length === 0 ? (
        <Text color="fg.muted">{sharedWords.noMedicinesYet}</Text>
      ) : (
        <DenseRows labels mx="-4" borderTopWidth="1px">
          <DataTable
            caption={words.stockMovementDetails}
            columns={columns}
            rows={movements.slice(0, shown)}
            rowKey={(row) => row._id}
            stale={stale}
          />
        </DenseRows>
      )}
      {movements.length > shown ? (
        <Flex justify="space-between" align="center" gap="3" wrap="wrap" mt="4">
          <Text color="fg.muted" textStyle="sm">
            {words.shownOf(formatCount(shown), formatCount(movements.length))}
          </Text>
          <Button variant="outline" size="sm" onClick={() => setShown(shown + STEP)}>
            {words.showMore(Math.min(STEP, movements.length - shown))}
          </Button>
        </Flex>
      ) : null}
    </Card>
  )
}

function Medicine({ row }: { row: StockMovement }) {
  return (
    <Flex gap="2" wrap="wrap" align="center">
      <MedicineLink id={row._id} name={row.medicine} />
      {row.deleted ? <Badge>{sharedWords.deleted}</Badge> : null}
    </Flex>
  )
}
