import {
  type ClimateDemand,
  type ClimatePrediction,
  type DemandOutlook,
  MAX_RECOMMENDED,
  recommendedOf,
} from '@mms/contracts'
import { Link } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import { Card, Chart, Flex, formatCount, PageLoader, ProblemCard, Stack, Text, TextLink } from '@mms/ui'
import { useState } from 'react'
import { useDemandOutlook, useRecommendations } from '../demand/api.ts'
import { CollapsedReasons, MedicineLink, MultiplierBadge } from '../demand/medicine-parts.tsx'
import { chartTypeOf, formatMonth, formatMultiplier } from '../figures.ts'
import { climateName, seasonName } from '../words/climate.ts'
import * as words from '../words/dashboard.ts'
import * as sharedWords from '../words/shared.ts'

const monthName = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' })

/**
 * Renders nothing without medicines, because inventory's panel then explains how to start. The prediction
 * stays visible if the climate request fails.
 */
export function DashboardPanel() {
  const { data, isError } = useRecommendations()
  if (isError && !data) return <OutlookChart />
  if (!data || data.medicineCount === 0) return null
  return (
    <>
      <OutlookChart />
      <RecommendationsPanel demand={data} />
    </>
  )
}

/** Shows the five highest multipliers above 1.3 in high-risk categories. */
function RecommendationsPanel({ demand }: { demand: ClimateDemand }) {
  const items = recommendedOf(demand.predictions).slice(0, MAX_RECOMMENDED)
  if (items.length === 0) return null
  const when = words.seasonAndClimate(
    seasonName(demand.currentSeason),
    climateName(demand.currentClimate).toLowerCase(),
  )
  const { recommendedCount } = demand
  const shown = recommendedCount > items.length ? `; ${items.length} of ${formatCount(recommendedCount)}` : ''
  return (
    <Card title={words.recommendations} text={words.currentConditions(when, shown)}>
      <Stack as="ul" gap="4" listStyleType="none">
        {items.map((item) => (
          <li key={item._id}>
            <Item item={item} />
          </li>
        ))}
      </Stack>
      <TextLink asChild mt="4">
        <Link to="/climate-analytics">{words.viewClimateAnalysis}</Link>
      </TextLink>
    </Card>
  )
}

function Item({ item }: { item: ClimatePrediction }) {
  const { medicine, category, predictedDemandMultiplier: multiplier, currentStock, needsRestock } = item
  return (
    <div>
      <Flex gap="2" wrap="wrap" align="center">
        <MedicineLink id={item._id} name={medicine} />
        <Text color="fg.muted" textStyle="sm">
          {category}
        </Text>
        <MultiplierBadge multiplier={multiplier}>
          {words.multipliedDemand(formatMultiplier(multiplier))}
        </MultiplierBadge>
      </Flex>
      <Text textStyle="sm">
        {words.currentStock(formatCount(currentStock))}
        {needsRestock ? <strong> {words.restockRecommended}</strong> : null}
      </Text>
      <CollapsedReasons prediction={item} />
    </div>
  )
}

const rangeOf = (months: DemandOutlook['months']) => {
  const [first, end] = [months[0], months.at(-1)]
  return first && end ? [words.monthRange(formatMonth(first.month), formatMonth(end.month))] : []
}

function OutlookChart() {
  const query = useDemandOutlook()
  const { data, isError } = query
  // Keep the last complete outlook while forecasts are recomputed.
  const [made, setMade] = useState<DemandOutlook>()
  if (data && !data.isPending && data !== made) setMade(data)
  if (isError && !data) return <ProblemCard {...problemOf(query, words.predictionNotLoaded)} />
  if (!data) return <PageLoader text={words.loadingPrediction} />
  if (!made)
    return (
      <Card title={words.demandPrediction}>
        <PageLoader text={words.calculatingForecast} />
      </Card>
    )
  const { months } = made
  const seriesOf = (name: string, part: 'actual' | 'forecast') => {
    const data = months.map((month) => month[part] ?? Number.NaN)
    return data.some(Number.isFinite) ? [{ name, data }] : []
  }
  return (
    <Card title={words.demandPrediction} text={[...rangeOf(months), words.averageMonth].join('; ')}>
      <Chart
        kind={chartTypeOf(months)}
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
          ...seriesOf(words.actualDemand, 'actual'),
          ...seriesOf(words.forecastFromSales, 'forecast'),
        ]}
        formatValue={(value) => (Number.isFinite(value) ? value.toFixed(1) : '-')}
      />
    </Card>
  )
}
