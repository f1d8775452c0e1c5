import type { Movement, MovementType } from '@mms/contracts'
import { Badge, Box, type Column, DataTable, Flex, formatCount, Instant, Text } from '@mms/ui'
import { useNames } from './api.ts'

const typeNames: Record<MovementType, string> = {
  opening: 'Opening stock',
  sale: 'Sale',
  purchase: 'Purchase',
  return: 'Return',
  expired: 'Expired',
  adjustment: 'Adjustment',
}

/** The ledger of one medicine: each line says what it did to the stock, and what was there then. */
export function MovementsTable({ movements, stale }: { movements: readonly Movement[]; stale: boolean }) {
  const nameOf = useNames()
  return (
    <DataTable
      caption="Movements"
      columns={[...columns, { header: 'By', cell: ({ actorId }) => <Name>{nameOf(actorId)}</Name> }]}
      rows={movements}
      rowKey={({ _id }) => _id}
      stale={stale}
    />
  )
}

/** Breaks between its words; within one only where a single word is longer than the column. */
function Name({ children }: { children: string }) {
  return (
    <Box maxW={{ lg: '10rem' }} whiteSpace="normal" overflowWrap="break-word" minW="0">
      {children}
    </Box>
  )
}

const columns: Column<Movement>[] = [
  {
    header: 'What',
    primary: true,
    cell: ({ type, reverses }) => (
      <Flex gap="2" align="center">
        <Text fontWeight="semibold">{typeNames[type]}</Text>
        {reverses ? <Badge colorPalette="orange">Undo</Badge> : null}
      </Flex>
    ),
  },
  {
    header: 'Date',
    cell: ({ createdAt }) => <Instant at={createdAt} />,
  },
  { header: 'Change', align: 'end', cell: ({ change }) => signed(change) },
  {
    header: 'Balance',
    align: 'end',
    cell: ({ balanceAfter }) => (
      <Text as="span" fontWeight="semibold">
        {formatCount(balanceAfter)}
      </Text>
    ),
  },
]

function signed(change: number): string {
  if (change === 0) return '0'
  return `${change < 0 ? '−' : '+'}${formatCount(Math.abs(change))}`
}
