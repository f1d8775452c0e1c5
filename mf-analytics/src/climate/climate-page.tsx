import type { ClimateDemand } from '@mms/contracts'
import { failureTitle, notify, reasonText, usePageTitle } from '@mms/sdk'
import { ChartIcon, EmptyState, PageHeader, ProblemCard, SimpleGrid, Stack } from '@mms/ui'
import { useEffect } from 'react'
import { DataAgeNote } from '../data-age-note.tsx'
import { useClimateDemand } from './api.ts'
import { CategoryChart, RiskChart } from './climate-charts.tsx'
import { ClimateSkeleton } from './climate-skeleton.tsx'
import { ConditionsPanel, HighRiskPanel } from './conditions-panel.tsx'
import { SensitivityPanel } from './sensitivity-panel.tsx'

const FAILED = 'Failed to fetch climate predictions'

/** `/climate-analytics`: what season and climate do to the demand. */
export function ClimatePage() {
  usePageTitle('Climate & Seasonal Analytics')
  const { data, error, isError, isFetching, refetch } = useClimateDemand()
  useEffect(() => {
    if (isError) notify.error(FAILED)
  }, [isError])
  return (
    <>
      <PageHeader title="Climate & Seasonal Analytics" />
      {data ? (
        <Climate demand={data} />
      ) : isError ? (
        <ProblemCard title={failureTitle(error, FAILED)} onRetry={() => void refetch()} retrying={isFetching}>
          {reasonText(error)}
        </ProblemCard>
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
