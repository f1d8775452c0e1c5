import type { MedicineDemand } from '@mms/contracts'
import {
  Box,
  Card,
  type Column,
  DataTable,
  formatCount,
  formatDate,
  formatRupees,
  SimpleGrid,
  Stack,
  Text,
  VisuallyHidden,
} from '@mms/ui'
import type { ReactNode } from 'react'
import { ReasonList } from '../demand/reasons.tsx'
import { formatMonth } from '../reports/words.ts'
import { formatOneDecimal, formatUnits, orderSteps } from './words.ts'

interface Props {
  demand: MedicineDemand
}

export function FigureCards({ demand }: Props) {
  return (
    <SimpleGrid columns={{ base: 1, md: 2 }} gap="4" alignItems="start">
      <Consumption demand={demand} />
      <StockCover demand={demand} />
      <ExpiryRisk demand={demand} />
      <Order demand={demand} />
    </SimpleGrid>
  )
}

type Month = MedicineDemand['consumption']['months'][number]

const monthColumns: Column<Month>[] = [
  { header: 'Month', primary: true, cell: ({ start }) => formatMonth(start.slice(0, 7)) },
  { header: 'Used', align: 'end', cell: ({ consumed }) => formatUnits(consumed) },
  { header: 'Days', align: 'end', cell: ({ days }) => days },
  { header: 'Without stock', align: 'end', cell: ({ stockOutDays }) => stockOutDays },
  {
    header: 'Corrected',
    align: 'end',
    cell: ({ corrected }) => (corrected === null ? 'not known' : formatUnits(corrected)),
  },
]

function Consumption({ demand: { consumption } }: Props) {
  const { perMonth, months } = consumption
  const known = months.flatMap(({ corrected }) => (corrected === null ? [] : [formatUnits(corrected)]))
  return (
    <FigureCard
      label="Average monthly consumption"
      value={perMonth === null ? 'Not known yet' : `${formatCount(perMonth)} units`}
      note={perMonth === null ? 'No whole month of records yet' : 'Average of the last whole months'}
    >
      {months.length > 0 ? (
        <DataTable
          caption="Consumption of the last whole months"
          columns={monthColumns}
          rows={months}
          rowKey={({ start }) => start}
        />
      ) : null}
      <Text>Used is sales less returns. Corrected = used × days ÷ (days − days without stock).</Text>
      {perMonth === null ? null : (
        <Text>
          ({known.join(' + ')}) ÷ {known.length} = {formatUnits(perMonth)} units a month.
        </Text>
      )}
    </FigureCard>
  )
}

function StockCover({ demand: { monthsOfStock, currentStock, consumption } }: Props) {
  const { perMonth } = consumption
  const none = perMonth === null ? 'Not known yet' : 'No use'
  return (
    <FigureCard
      label="Months of stock"
      value={monthsOfStock === null ? none : formatOneDecimal(monthsOfStock)}
      note={`${formatCount(currentStock)} units in stock`}
    >
      <Text>
        {monthsOfStock === null || perMonth === null
          ? 'Current stock ÷ average monthly consumption; there is none to divide by.'
          : `${formatCount(currentStock)} in stock ÷ ${formatUnits(perMonth)} a month = ${formatUnits(monthsOfStock)} months.`}
      </Text>
    </FigureCard>
  )
}

type Lot = MedicineDemand['expiry']['lots'][number]
const known = (units: number | null) => (units === null ? 'not known' : formatUnits(units))

const lotColumns: Column<Lot>[] = [
  {
    header: 'Expires',
    primary: true,
    cell: ({ expiryDate }) => (expiryDate === null ? 'no date' : formatDate(expiryDate)),
  },
  { header: 'Units', align: 'end', cell: ({ units }) => formatCount(units) },
  {
    header: 'Sold by then',
    align: 'end',
    cell: ({ expiryDate, demandUntil }) => (expiryDate === null ? '-' : known(demandUntil)),
  },
  { header: 'At risk', align: 'end', cell: ({ unitsAtRisk }) => known(unitsAtRisk) },
]

function ExpiryRisk({ demand: { expiry, unitPrice } }: Props) {
  const { unitsAtRisk, valueAtRisk, lots } = expiry
  const isKnown = unitsAtRisk !== null && valueAtRisk !== null
  return (
    <FigureCard
      label="At risk of expiry"
      value={isKnown ? `${formatCount(unitsAtRisk)} units` : 'Not known yet'}
      note={isKnown ? formatRupees(valueAtRisk) : 'No sales to forecast from yet'}
    >
      {lots.length > 0 ? (
        <DataTable
          caption="Lots in order of expiry"
          columns={lotColumns}
          rows={lots}
          rowKey={({ expiryDate, units }) => `${expiryDate} ${units}`}
        />
      ) : (
        <Text>There is no stock.</Text>
      )}
      <Text>
        At risk = all stock that expires by then − what is sold by then − what earlier lots count already.
      </Text>
      {isKnown ? (
        <Text>
          {formatUnits(unitsAtRisk)} × {formatRupees(unitPrice)} = {formatRupees(valueAtRisk)}.
        </Text>
      ) : null}
    </FigureCard>
  )
}

function Order({ demand: { order, minStockLevel } }: Props) {
  if (!order) return null
  return (
    <FigureCard
      label="Suggested order"
      value={order.suggested > 0 ? `${formatCount(order.suggested)} units` : 'Nothing'}
      note={`Order up to ${formatCount(order.orderUpTo)}`}
    >
      <ReasonList as="ol" reasons={orderSteps(order, minStockLevel)} />
    </FigureCard>
  )
}

interface FigureCardProps {
  label: string
  value: string
  note?: string
  /** The calculation behind the figure. Users distrust figures they cannot check. */
  children: ReactNode
}

function FigureCard({ label, value, note, children }: FigureCardProps) {
  return (
    <Card>
      <Text color="fg.muted" textStyle="sm" fontWeight="medium">
        {label}
      </Text>
      <Text textStyle="2xl" fontWeight="bold" fontVariantNumeric="tabular-nums" letterSpacing="tight">
        {value}
      </Text>
      {note ? (
        <Text color="fg.muted" textStyle="sm">
          {note}
        </Text>
      ) : null}
      <Box as="details" mt="3" textStyle="sm">
        <Box as="summary" cursor="pointer" color="fg.muted" width="fit-content">
          How is this worked out?<VisuallyHidden>: {label}</VisuallyHidden>
        </Box>
        <Stack gap="2" mt="2">
          {children}
        </Stack>
      </Box>
    </Card>
  )
}
