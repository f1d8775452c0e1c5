import type { DemandOutlook } from '@mms/contracts'
import { problemOf } from '@mms/sdk/queries'
import { Card, Chart, PageLoader, ProblemCard } from '@mms/ui'
import { useState } from 'react'
import { useOutlook } from '../demand/api.ts'
import { formatMonth, lineOrBars } from '../reports/words.ts'

const monthName = new Intl.DateTimeFormat('en-IN', { month: 'short', timeZone: 'UTC' })

const rangeOf = (months: DemandOutlook['months']) => {
  const [first, end] = [months[0], months.at(-1)]
  return first && end ? [`${formatMonth(first.month)} to ${formatMonth(end.month)}`] : []
}

export function OutlookChart() {
  const query = useOutlook()
  const { data, isError } = query
  // Keep the last complete outlook while forecasts are recomputed.
  const [made, setMade] = useState<DemandOutlook>()
  if (data && !data.isPending && data !== made) setMade(data)
  if (isError && !data) return <ProblemCard {...problemOf(query, 'Demand Prediction could not be loaded')} />
  if (!data) return <PageLoader text="Loading the prediction..." />
  if (!made)
    return (
      <Card title="Demand Prediction">
        <PageLoader text="Working out the forecast…" />
      </Card>
    )
  const { months } = made
  const hasHistory = months.some(({ actual }) => actual !== null)
  const hasForecast = months.some(({ forecast }) => typeof forecast === 'number')
  return (
    <Card title="Demand Prediction" text={[...rangeOf(months), '1.0 is an average month'].join('; ')}>
      <Chart
        kind={lineOrBars(months)}
        label="Demand Prediction: predicted demand multiplier by month"
        categories={
          months.length > 0
            ? months.map(({ month }) => monthName.format(new Date(month)))
            : ['No demand data yet']
        }
        series={[
          {
            name: 'Predicted demand multiplier',
            data: months.length > 0 ? months.map(({ multiplier }) => multiplier) : [0],
          },
          ...(hasHistory
            ? [{ name: 'Actual demand', data: months.map(({ actual }) => actual ?? Number.NaN) }]
            : []),
          ...(hasForecast
            ? [{ name: 'Forecast from sales', data: months.map(({ forecast }) => forecast ?? Number.NaN) }]
            : []),
        ]}
        formatValue={(value) => (Number.isFinite(value) ? value.toFixed(1) : '-')}
      />
    </Card>
  )
}
