import type { ForecastPoint, MedicineDemand, ShownPeriodForecast } from '@mms/contracts'
import { Card, type Column, DataTable, formatCount, formatDate, Stack, Text } from '@mms/ui'
import { formatMonth, formatUnits } from '../figures.ts'
import * as words from '../words/medicine-demand.ts'

const columnsOf = (noun: 'week' | 'month', base: number): Column<ForecastPoint>[] => [
  {
    header: noun === 'week' ? words.weekFrom : words.month,
    primary: true,
    cell: ({ start }) => (noun === 'week' ? formatDate(start) : formatMonth(start.slice(0, 7))),
  },
  {
    header: words.forecastRule,
    align: 'end',
    cell: ({ factor, units }) => `${formatUnits(base)} × ${formatUnits(factor)} = ${formatUnits(units)}`,
  },
  { header: words.narrowLimits, align: 'end', cell: ({ low80, high80 }) => between(low80, high80) },
  { header: words.wideLimits, align: 'end', cell: ({ low95, high95 }) => between(low95, high95) },
]

const between = (low: number, high: number) => `${formatUnits(low)} – ${formatUnits(high)}`

export function ForecastPanel({ demand }: { demand: MedicineDemand }) {
  const { forecast } = demand
  if (!forecast) return null
  const { weeks, months } = forecast
  return (
    <Card title={words.howForecast} text={words.madeOn(formatDate(forecast.madeOn))}>
      <Stack gap="4">
        <ForecastBasis forecast={weeks} noun={words.week} />
        {months ? (
          <ForecastBasis forecast={months} noun={words.monthNoun} />
        ) : (
          <Text color="fg.muted">{words.noWholeMonthYet}</Text>
        )}
      </Stack>
    </Card>
  )
}

function ForecastBasis({ forecast, noun }: { forecast: ShownPeriodForecast; noun: 'week' | 'month' }) {
  const { known, base, points } = forecast
  return (
    <Stack gap="2" textStyle="sm">
      <Text>
        {words.forecastBasis(
          noun,
          words.counted(known, `whole ${noun}`),
          formatCount(base),
          words.describeWeights(forecast),
          words.describeError(forecast, noun),
        )}
      </Text>
      <details>
        <summary>{words.factorsBy(noun)}</summary>
        <DataTable
          caption={words.forecastBy(noun)}
          columns={columnsOf(noun, base)}
          rows={points}
          rowKey={({ start }) => start}
        />
      </details>
    </Stack>
  )
}
