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
import { ReasonList } from '../demand/medicine-parts.tsx'
import { formatMonth, formatOneDecimal, formatUnits } from '../figures.ts'
import * as words from '../words/medicine-demand.ts'
import * as sharedWords from '../words/shared.ts'

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
  { header: words.month, primary: true, cell: ({ start }) => formatMonth(start.slice(0, 7)) },
  { header: words.used, align: 'end', cell: ({ consumed }) => formatUnits(consumed) },
  { header: words.daysColumn, align: 'end', cell: ({ days }) => days },
  { header: words.withoutStock, align: 'end', cell: ({ stockOutDays }) => stockOutDays },
  {
    header: words.correctedColumn,
    align: 'end',
    cell: ({ corrected }) => (corrected === null ? words.notKnown : formatUnits(corrected)),
  },
]

function Consumption({ demand: { consumption } }: Props) {
  const { perMonth, months } = consumption
  const known = months.flatMap(({ corrected }) => (corrected === null ? [] : [formatUnits(corrected)]))
  return (
    <FigureCard
      label={words.averageMonthlyConsumption}
      value={perMonth === null ? words.notKnownYet : words.units(formatCount(perMonth))}
      note={perMonth === null ? words.noWholeMonth : words.averageOfMonths}
    >
      {months.length > 0 ? (
        <DataTable
          caption={words.consumptionByMonth}
          columns={monthColumns}
          rows={months}
          rowKey={({ start }) => start}
        />
      ) : null}
      <Text>{words.consumptionRule}</Text>
      {perMonth === null ? null : (
        <Text>{words.averageWorking(known.join(' + '), known.length, formatUnits(perMonth))}</Text>
      )}
    </FigureCard>
  )
}

function StockCover({ demand }: Props) {
  const { monthsOfStock, currentStock, usableStock = currentStock } = demand
  const { perMonth } = demand.consumption
  const none = perMonth === null ? words.notKnownYet : words.noUse
  return (
    <FigureCard
      label={words.monthsOfStock}
      value={monthsOfStock === null ? none : formatOneDecimal(monthsOfStock)}
      note={words.describeStock(usableStock, currentStock)}
    >
      <Text>
        {monthsOfStock === null || perMonth === null
          ? words.noConsumption
          : words.monthsWorking(formatCount(usableStock), formatUnits(perMonth), formatUnits(monthsOfStock))}
      </Text>
    </FigureCard>
  )
}

type Lot = MedicineDemand['expiry']['lots'][number]
const known = (units: number | null) => (units === null ? words.notKnown : formatUnits(units))

const lotColumns: Column<Lot>[] = [
  {
    header: words.expires,
    primary: true,
    cell: ({ expiryDate }) => (expiryDate === null ? words.noDate : formatDate(expiryDate)),
  },
  { header: sharedWords.units, align: 'end', cell: ({ units }) => formatCount(units) },
  {
    header: words.soldByThen,
    align: 'end',
    cell: ({ expiryDate, demandUntil }) => (expiryDate === null ? '-' : known(demandUntil)),
  },
  { header: words.atRisk, align: 'end', cell: ({ unitsAtRisk }) => known(unitsAtRisk) },
]

function ExpiryRisk({ demand: { currentStock, expiry } }: Props) {
  const { unitsAtRisk, valueAtRisk, lots } = expiry
  const isKnown = unitsAtRisk !== null && valueAtRisk !== null
  return (
    <FigureCard
      label={words.riskOfExpiry}
      value={isKnown ? words.units(formatCount(unitsAtRisk)) : words.notKnownYet}
      note={isKnown ? formatRupees(valueAtRisk) : words.noSalesYet}
    >
      {lots.length > 0 ? (
        <DataTable
          caption={words.lotsByExpiry}
          columns={lotColumns}
          rows={lots}
          rowKey={({ expiryDate, units }) => `${expiryDate} ${units}`}
        />
      ) : (
        // Lots leave out stock on hold.
        <Text>{currentStock > 0 ? words.describeStock(0, currentStock) : words.noStock}</Text>
      )}
      <Text>{words.riskRule}</Text>
      {isKnown ? <Text>{words.riskValue(formatUnits(unitsAtRisk), formatRupees(valueAtRisk))}</Text> : null}
    </FigureCard>
  )
}

function Order({ demand: { order, minStockLevel } }: Props) {
  if (!order) return null
  return (
    <FigureCard
      label={words.suggestedOrder}
      value={order.suggested > 0 ? words.units(formatCount(order.suggested)) : words.nothing}
      note={words.orderUpTo(formatCount(order.orderUpTo))}
    >
      <ReasonList as="ol" reasons={words.orderSteps(order, minStockLevel)} />
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
          {words.howCalculated}
          <VisuallyHidden>: {label}</VisuallyHidden>
        </Box>
        <Stack gap="2" mt="2">
          {children}
        </Stack>
      </Box>
    </Card>
  )
}
