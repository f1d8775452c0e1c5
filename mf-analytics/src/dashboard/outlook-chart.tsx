import type { DemandOutlook } from '@mms/contracts'
import { problemOf } from '@mms/sdk/queries'
import { Card, Chart, PageLoader, ProblemCard } from '@mms/ui'
import { useState } from 'react'
import { useOutlook } from '../demand/api.ts'
import * as words from '../words/dashboard.ts'
import { formatMonth, lineOrBars } from '../words/reports.ts'
import * as sharedWords from '../words/shared.ts'

const monthName = new Intl.DateTimeFormat('en-IN', { month: 'short', timeZone: 'UTC' })

const rangeOf = (months: DemandOutlook['months']) => {
  const [first, end] = [months[0], months.at(-1)]
  return first && end ? [words.monthRange(formatMonth(first.month), formatMonth(end.month))] : []
}

export function OutlookChart() {
  const query = useOutlook()
  const { data, isError } = query
  // Keep the last complete outlook while forecasts are recomputed.
  const [made, setMade] = useState<DemandOutlook>()
  if (data && !data.isPending && data !== made) setMade(data)
  if (isError && !data) return <ProblemCard {...problemOf(query, words.predictionNotLoaded)} />
  if (!data) return <PageLoader text={words.loadingPrediction} />
  if (!made)
    return (
      <Card title={words.demandPrediction}>
        <PageLoader text={words.workingOutForecast} />
      </Card>
    )
  const { months } = made
  const hasHistory = months.some(({ actual }) => actual !== null)
  const hasForecast = months.some(({ forecast }) => typeof forecast === 'number')
  return (
    <Card title={words.demandPrediction} text={[...rangeOf(months), words.averageMonth].join('; ')}>
      <Chart
        kind={lineOrBars(months)}
        label={words.demandPredictionChart}
        categories={
          months.length > 0
            ? months.map(({ month }) => monthName.format(new Date(month)))
            : [sharedWords.noDemandData]
        }
        series={[
          {
            name: words.predictedDemandMultiplier,
            data: months.length > 0 ? months.map(({ multiplier }) => multiplier) : [0],
          },
          ...(hasHistory
            ? [{ name: words.actualDemand, data: months.map(({ actual }) => actual ?? Number.NaN) }]
            : []),
          ...(hasForecast
            ? [{ name: words.forecastFromSales, data: months.map(({ forecast }) => forecast ?? Number.NaN) }]
            : []),
        ]}
        formatValue={(value) => (Number.isFinite(value) ? value.toFixed(1) : '-')}
      />
    </Card>
  )
}
