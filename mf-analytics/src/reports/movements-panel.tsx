import type { StockMovement } from '@mms/contracts'
import { DenseRows } from '@mms/sdk/dense'
import { Badge, Button, Card, type Column, DataTable, Flex, formatCount, Text } from '@mms/ui'
import { useState } from 'react'
import { MedicineLink } from '../demand/medicine-link.tsx'
import { formatTurnover, movementUnits } from './words.ts'

const STEP = 50

const columns: Column<StockMovement>[] = [
  { header: 'Medicine', primary: true, cell: (row) => <Medicine row={row} /> },
  ...movementUnits.map(
    ({ header, field }): Column<StockMovement> => ({
      header,
      align: 'end',
      cell: (row) => formatCount(row[field]),
    }),
  ),
  { header: 'Turnover Rate', align: 'end', cell: (row) => formatTurnover(row.turnoverRate) },
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
    <Card
      title="Stock Movement Details"
      text="Initial + added − removed = current. Turnover: units removed ÷ the mean of initial and current stock."
    >
      {movements.length === 0 ? (
        <Text color="fg.muted">No medicines yet</Text>
      ) : (
        <DenseRows labels mx="-4" borderTopWidth="1px">
          <DataTable
            caption="Stock Movement Details"
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
            {formatCount(shown)} of {formatCount(movements.length)} medicines
          </Text>
          <Button variant="outline" size="sm" onClick={() => setShown(shown + STEP)}>
            Show {Math.min(STEP, movements.length - shown)} more
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
      {row.deleted ? <Badge>Deleted</Badge> : null}
    </Flex>
  )
}
