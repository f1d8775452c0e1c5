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
import { formatMultiplier } from '../figures.ts'
import * as words from '../words/climate.ts'
import * as sharedWords from '../words/shared.ts'
import { ConditionsPanel, HighRiskPanel } from './conditions-panel.tsx'
import { SensitivityPanel } from './sensitivity-panel.tsx'

export function ClimatePage() {
  usePageTitle(words.climateSeasonalAnalytics)
  const query = useClimateDemand()
  const { data, isError } = query
  useEffect(() => {
    if (isError) notify.error(words.fetchFailed)
  }, [isError])
  return (
    <>
      <PageHeader title={words.climateSeasonalAnalytics} />
      {data ? (
        <Climate demand={data} />
      ) : isError ? (
        <ProblemCard {...problemOf(query, words.fetchFailed)} />
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
          title={sharedWords.noMedicinesYet}
          text={words.predictionsAppearHere}
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
    <Stack gap="4" role="status" aria-label={words.loadingPredictions}>
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
    <Card title={words.demandByCategory} text={words.averageMultiplierText}>
      <Chart
        kind="bar"
        horizontal
        label={words.demandByCategoryChart}
        categories={categories.map(({ category }) => category)}
        series={[
          { name: words.averageDemandMultiplier, data: categories.map(({ multiplier }) => multiplier) },
        ]}
        formatValue={formatMultiplier}
        height={Math.max(240, 90 + categories.length * 28)}
      />
    </Card>
  )
}

function RiskChart({ predictions }: ChartProps) {
  const high = predictions.filter(({ isHighRiskCategory }) => isHighRiskCategory).length
  return (
    <Card title={words.climateImpactDistribution} text={words.impactText}>
      <Chart
        kind="donut"
        label={words.impactChart}
        categories={[words.highRisk, words.normalRisk]}
        tones={['danger', 'neutral']}
        series={[{ name: sharedWords.medicines, data: [high, predictions.length - high] }]}
      />
    </Card>
  )
}
