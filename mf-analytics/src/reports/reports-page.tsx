import type { Report } from '@mms/contracts'
import { notify, usePageTitle, useSession } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import {
  Box,
  Card,
  Chart,
  ChartIcon,
  EmptyState,
  Heading,
  PageHeader,
  PillIcon,
  PrintNote,
  ProblemCard,
  ReceiptIcon,
  SimpleGrid,
  Skeleton,
  Stack,
  StatCard,
  Text,
} from '@mms/ui'
import { useEffect } from 'react'
import { useReport } from '../demand/api.ts'
import { DataAgeNote } from '../demand/data-age-note.tsx'
import * as words from '../words/reports.ts'
import * as sharedWords from '../words/shared.ts'
import { BatchesPanel } from './batches-panel.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { MovementsPanel } from './movements-panel.tsx'
import { PeriodForm, periodProblem, useReportPeriod } from './period-form.tsx'
import { RecommendationCards } from './recommendation-cards.tsx'
import { type ReportPanel, reportPanelsOf } from './report-panels.ts'
import { expirySumsOf, summaryFiguresOf } from './report-sums.ts'
import { ReportTabs } from './report-tabs.tsx'

export function ReportsPage() {
  usePageTitle(words.reportsAnalytics)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  if (isAdmin) return <Reports />
  return (
    <>
      <PageHeader title={words.reportsAnalytics} />
      <ProblemCard title={words.forAdministrators}>{words.askForFigures}</ProblemCard>
    </>
  )
}

function Reports() {
  const { chosen, choose } = useReportPeriod()
  const problem = periodProblem(chosen)
  const report = useReport({ ...chosen }, problem === undefined)
  const { isError } = report
  useEffect(() => {
    if (isError) notify.error(words.loadFailed)
  }, [isError])
  const canExport = report.data && !report.isPlaceholderData ? report.data : undefined
  return (
    <>
      <PageHeader
        title={words.reportsAnalytics}
        text={report.data ? words.describePeriod(report.data) : undefined}
        actions={
          <>
            <PeriodForm chosen={chosen} onChoose={choose} />
            <ExportButtons report={canExport} />
          </>
        }
      />
      {problem ? <ProblemCard title={problem} /> : <Body report={report} />}
    </>
  )
}

function Body({ report }: { report: ReturnType<typeof useReport> }) {
  if (report.isError && !report.data) return <ProblemCard {...problemOf(report, words.loadFailed)} />
  if (!report.data) return <ReportSkeleton />
  return (
    <Box aria-busy={report.isPlaceholderData} opacity={report.isPlaceholderData ? 0.6 : 1}>
      <PrintNote />
      <DataAgeNote age={report.data.dataAge} />
      <Figures report={report.data} stale={report.isPlaceholderData} />
    </Box>
  )
}

function Figures({ report, stale }: { report: Report; stale: boolean }) {
  if (report.movements.length === 0)
    return (
      <EmptyState
        icon={<ChartIcon size={32} />}
        title={sharedWords.noMedicinesYet}
        text={words.reportAppearsHere}
      />
    )
  const { categoryValues, categories, demandComparison, alertsOverTime, stockHistory } =
    reportPanelsOf(report)
  return (
    <ReportTabs
      contents={{
        Money: (
          <>
            <SummaryCards report={report} />
            <ReportCharts panels={[categoryValues]} />
          </>
        ),
        Stock: (
          <>
            <ReportCharts panels={[categories, demandComparison, stockHistory, alertsOverTime]} />
            <RecommendationCards report={report} />
          </>
        ),
        Movement: <MovementsPanel movements={report.movements} stale={stale} />,
        Expiry: (
          <>
            <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
              {expirySumsOf(report).map((sum) => (
                <StatCard key={sum.label} {...sum} />
              ))}
            </SimpleGrid>
            <BatchesPanel />
          </>
        ),
      }}
    />
  )
}

function ReportSkeleton() {
  return (
    <Stack gap="4" role="status" aria-label={words.loadingReport}>
      <Skeleton height="32" borderRadius="xl" />
      <Skeleton height="sm" borderRadius="xl" />
      <Skeleton height="sm" borderRadius="xl" />
    </Stack>
  )
}

function ReportCharts({ panels }: { panels: ReportPanel[] }) {
  return (
    <SimpleGrid columns={{ base: 1, lg: Math.min(2, panels.length) }} gap="4">
      {panels.map(({ title, text, none, isEmpty, chart }) => (
        <Card key={title} title={title} text={text}>
          {isEmpty ? (
            <Text color="fg.muted" textAlign="center" py="16">
              {none}
            </Text>
          ) : (
            <Chart {...chart} />
          )}
        </Card>
      ))}
    </SimpleGrid>
  )
}

const looks = [
  { icon: <PillIcon /> },
  { icon: <ReceiptIcon />, tone: 'blue' },
  { icon: <ChartIcon />, tone: 'orange' },
] as const

function SummaryCards({ report }: { report: Report }) {
  return (
    <section aria-labelledby="summary-statistics">
      <Heading as="h2" id="summary-statistics" size="md" mb="4">
        {words.summaryStatistics}
      </Heading>
      <SimpleGrid columns={{ base: 2, md: 3 }} gap={{ base: '2', md: '4' }}>
        {summaryFiguresOf(report).map(({ label, value, change }, at) => (
          <StatCard key={label} label={label} value={value} footer={change} {...looks[at]} />
        ))}
      </SimpleGrid>
      <Text color="fg.muted" textStyle="sm" mt="3">
        {words.NET_OF_REFUNDS}
      </Text>
    </section>
  )
}
