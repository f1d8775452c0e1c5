import type { ForecastPoint, MedicineDemand, PeriodForecastShown } from '@mms/contracts'
import { Card, type Column, DataTable, formatCount, formatDate, Stack, Text } from '@mms/ui'
import { formatMonth } from '../reports/words.ts'
import { counted, describeError, describeWeights, formatUnits } from './words.ts'

const columnsOf = (noun: 'week' | 'month', base: number): Column<ForecastPoint>[] => [
  {
    header: noun === 'week' ? 'Week from' : 'Month',
    primary: true,
    cell: ({ start }) => (noun === 'week' ? formatDate(start) : formatMonth(start.slice(0, 7))),
  },
  {
    header: 'Usual × season = forecast',
    align: 'end',
    cell: ({ factor, units }) => `${formatUnits(base)} × ${formatUnits(factor)} = ${formatUnits(units)}`,
  },
  { header: '80 % limits', align: 'end', cell: ({ low80, high80 }) => between(low80, high80) },
  { header: '95 % limits', align: 'end', cell: ({ low95, high95 }) => between(low95, high95) },
]

const between = (low: number, high: number) => `${formatUnits(low)} – ${formatUnits(high)}`

export function ForecastPanel({ demand }: { demand: MedicineDemand }) {
  const { forecast } = demand
  if (!forecast) return null
  const { weeks, months } = forecast
  return (
    <Card title="How the forecast is worked out" text={`Made on ${formatDate(forecast.madeOn)}`}>
      <Stack gap="4">
        <ForecastBasis forecast={weeks} noun="week" />
        {months ? (
          <ForecastBasis forecast={months} noun="month" />
        ) : (
          <Text color="fg.muted">No month is whole yet, so there is no forecast by month.</Text>
        )}
      </Stack>
    </Card>
  )
}

function ForecastBasis({ forecast, noun }: { forecast: PeriodForecastShown; noun: 'week' | 'month' }) {
  const { known, base, points } = forecast
  return (
    <Stack gap="2" textStyle="sm">
      <Text>
        By {noun}: from {counted(known, `whole ${noun}`)} of sales; a usual {noun} is {formatCount(base)}{' '}
        units. Methods, weighed by how well each forecast before: {describeWeights(forecast)}.{' '}
        {describeError(forecast, noun)}
      </Text>
      <details>
        <summary>Each {noun}, with its factor and limits</summary>
        <DataTable
          caption={`Forecast by ${noun}`}
          columns={columnsOf(noun, base)}
          rows={points}
          rowKey={({ start }) => start}
        />
      </details>
    </Stack>
  )
}
