import type { ClimateDemand } from '@mms/contracts'
import { notify, usePageTitle } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import { ChartIcon, EmptyState, PageHeader, ProblemCard, SimpleGrid, Skeleton, Stack } from '@mms/ui'
import { useEffect } from 'react'
import { useClimateDemand } from '../api.ts'
import { DataAgeNote } from '../data-age-note.tsx'
import { CategoryChart, RiskChart } from './climate-charts.tsx'
import { ConditionsPanel, HighRiskPanel } from './conditions-panel.tsx'
import { SensitivityPanel } from './sensitivity-panel.tsx'

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
    <Stack gap="6">
      <DataAgeNote age={demand.dataAge} />
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="6">
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
          <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6">
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
    <Stack gap="6" role="status" aria-label="Loading climate predictions...">
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="6">
        <Skeleton height="36" borderRadius="xl" />
        <Skeleton height="36" borderRadius="xl" />
      </SimpleGrid>
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6">
        <Skeleton height="sm" borderRadius="xl" />
        <Skeleton height="sm" borderRadius="xl" />
      </SimpleGrid>
      <Skeleton height="xs" borderRadius="xl" />
    </Stack>
  )
}
