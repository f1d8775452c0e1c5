import type { ClimateDemand, ClimatePrediction } from '@mms/contracts'
import { notify, usePageTitle } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import {
  Card,
  Chart,
  ChartIcon,
  EmptyState,
  PageHeader,
  ProblemCard,
  SimpleGrid,
  Skeleton,
  Stack,
} from '@mms/ui'
import { useEffect } from 'react'
import { useClimateDemand } from '../demand/api.ts'
import { DataAgeNote } from '../demand/data-age-note.tsx'
import { ConditionsPanel, HighRiskPanel } from './conditions-panel.tsx'
import { SensitivityPanel } from './sensitivity-panel.tsx'
import { formatMultiplier } from './words.ts'

const FAILED = 'Failed to fetch climate predictions'

export function ClimatePage() {
  usePageTitle('Climate & Seasonal Analytics')
  const query = useClimateDemand()
  const { data, isError } = query
  useEffect(() => {
    if (isError) notify.error(FAILED)
  }, [isError])
  return (
    <>
      <PageHeader title="Climate & Seasonal Analytics" />
      {data ? (
        <Climate demand={data} />
      ) : isError ? (
        <ProblemCard {...problemOf(query, FAILED)} />
      ) : (
        <ClimateSkeleton />
      )}
    </>
  )
}

function Climate({ demand }: { demand: ClimateDemand }) {
  const { predictions } = demand
  return (
    <Stack gap="4">
      <DataAgeNote age={demand.dataAge} />
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <ConditionsPanel demand={demand} />
        <HighRiskPanel categories={demand.highRiskCategories} />
      </SimpleGrid>
      {predictions.length === 0 ? (
        <EmptyState
          icon={<ChartIcon size={32} />}
          title="No medicines yet"
          text="Predictions appear here as soon as there are medicines."
        />
      ) : (
        <>
          <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
            <CategoryChart predictions={predictions} />
            <RiskChart predictions={predictions} />
          </SimpleGrid>
          <SensitivityPanel predictions={predictions} />
        </>
      )}
    </Stack>
  )
}

function ClimateSkeleton() {
  return (
    <Stack gap="4" role="status" aria-label="Loading climate predictions...">
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <Skeleton height="36" borderRadius="xl" />
        <Skeleton height="36" borderRadius="xl" />
      </SimpleGrid>
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
        <Skeleton height="sm" borderRadius="xl" />
        <Skeleton height="sm" borderRadius="xl" />
      </SimpleGrid>
      <Skeleton height="xs" borderRadius="xl" />
    </Stack>
  )
}

interface ChartProps {
  predictions: readonly ClimatePrediction[]
}

function demandByCategory(
  predictions: readonly ClimatePrediction[],
): { category: string; multiplier: number }[] {
  const byCategory = Map.groupBy(predictions, ({ category }) => category)
  return [...byCategory]
    .map(([category, medicines]) => {
      const sum = medicines.reduce((total, { predictedDemandMultiplier: each }) => total + each, 0)
      return { category, multiplier: sum / medicines.length }
    })
    .sort((a, b) => b.multiplier - a.multiplier || a.category.localeCompare(b.category))
}

function CategoryChart({ predictions }: ChartProps) {
  const categories = demandByCategory(predictions)
  return (
    <Card title="Demand by Category" text="Average demand multiplier; 1.0x is normal demand">
      <Chart
        kind="bar"
        horizontal
        label="Demand by Category: average demand multiplier"
        categories={categories.map(({ category }) => category)}
        series={[{ name: 'Average demand multiplier', data: categories.map(({ multiplier }) => multiplier) }]}
        formatValue={formatMultiplier}
        height={Math.max(240, 90 + categories.length * 28)}
      />
    </Card>
  )
}

function RiskChart({ predictions }: ChartProps) {
  const high = predictions.filter(({ isHighRiskCategory }) => isHighRiskCategory).length
  return (
    <Card title="Climate Impact Distribution" text="Medicines in categories at high and at normal risk">
      <Chart
        kind="donut"
        label="Climate Impact Distribution: medicines by risk"
        categories={['High risk', 'Normal risk']}
        series={[{ name: 'Medicines', data: [high, predictions.length - high] }]}
      />
    </Card>
  )
}
