import type { MedicineSummary, StockCover, StockLevel } from '@mms/contracts'
import { Link, useRefetchOn, useSession } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import {
  Card,
  Chart,
  ExpiredIcon,
  ExpiryIcon,
  formatCount,
  PageLoader,
  PillIcon,
  ProblemCard,
  SimpleGrid,
  StatCard,
  TextLink,
  WarningIcon,
} from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { medicineKeys } from '../keys.ts'
import { NoMedicinesPanel } from '../medicines/no-medicines-panel.tsx'
import * as words from '../words/dashboard.ts'
import * as sharedWords from '../words/shared.ts'
import { useMedicineSummary, useStockCover, useStockLevels } from './api.ts'

const NO_STOCK: Pick<StockLevel, 'name' | 'currentStock' | 'minStockLevel'>[] = [
  { name: words.noMedicinesYet, currentStock: 0, minStockLevel: 0 },
]

/** Maximum medicines the server returns here. If most are out of stock, a bar chart shows nothing useful. */
const MANY = 10

const coverBands = Object.keys(words.coverNames) as (keyof StockCover)[]

const NOTHING: MedicineSummary = { total: 0, lowStock: 0, expiringSoon: 0, expired: 0 }

export function DashboardPanel() {
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  useRefetchOn(['medicines-changed'], medicineKeys())
  const query = useMedicineSummary()
  const { data, error } = query
  if (data?.total === 0)
    return <NoMedicinesPanel addLabel={words.addMedicine} isAdmin={isAdmin} reloadAfter={1_000} />
  if (!data && !error) return <PageLoader />
  return (
    <>
      {data ? null : <ProblemCard {...problemOf(query, words.figuresFailed)} />}
      <Figures summary={data ?? NOTHING} />
      <StockChart />
    </>
  )
}

function Figures({ summary }: { summary: MedicineSummary }) {
  const { total, lowStock, expiringSoon, expired } = summary
  return (
    <SimpleGrid gridColumn="1 / -1" columns={{ base: 2, xl: 4 }} gap="3">
      <StatCard label={words.totalMedicines} value={formatCount(total)} icon={<PillIcon />} />
      <StatCard
        label={words.lowStockItems}
        value={formatCount(lowStock)}
        tone={tones.danger}
        icon={<WarningIcon />}
        footer={<ViewAll filter="low-stock" what={words.lowStockNoun} />}
      />
      <StatCard
        label={sharedWords.expiringSoon}
        value={formatCount(expiringSoon)}
        tone={tones.soon}
        icon={<ExpiryIcon />}
        footer={<ViewAll filter="expiring" what={words.medicinesExpireSoon} />}
      />
      <StatCard
        label={sharedWords.expired}
        value={formatCount(expired)}
        tone={expired > 0 ? tones.danger : tones.quiet}
        icon={<ExpiredIcon />}
        footer={<ViewAll filter="expired" what={words.expiredMedicines} />}
      />
    </SimpleGrid>
  )
}

function ViewAll({ filter, what }: { filter: string; what: string }) {
  return (
    <TextLink asChild>
      <Link to={`/medicines?filter=${filter}`} aria-label={words.viewAllOf(what)}>
        {words.viewAll}
      </Link>
    </TextLink>
  )
}

function StockChart() {
  const levels = useStockLevels()
  const inStock = levels.data?.filter(({ currentStock }) => currentStock > 0).length ?? 0
  const isLarge = levels.data?.length === MANY && inStock < MANY / 2
  const cover = useStockCover(isLarge)
  const isWaiting = levels.isPending || (isLarge && cover.isPending)
  return (
    <Card title={words.currentStockLevels} text={isLarge ? words.stockDaysText : words.furthestBelowMinimum}>
      {isWaiting && !levels.isError ? (
        <PageLoader text={words.loadingStockLevels} />
      ) : cover.data ? (
        <Cover counts={cover.data} />
      ) : levels.data ? (
        <Bars levels={levels.data.length > 0 ? levels.data : NO_STOCK} />
      ) : (
        <ProblemCard {...problemOf(levels, words.stockLevelsFailed)} />
      )}
    </Card>
  )
}

function Cover({ counts }: { counts: StockCover }) {
  return (
    <Chart
      kind="bar"
      horizontal
      label={words.stockDaysChart}
      categories={Object.values(words.coverNames)}
      series={[{ name: sharedWords.medicines, data: coverBands.map((band) => counts[band]) }]}
      height={320}
    />
  )
}

function Bars({ levels }: { levels: typeof NO_STOCK }) {
  return (
    <Chart
      kind="bar"
      horizontal
      label={words.stockLevelsChart}
      categories={levels.map((level) => level.name)}
      series={[
        { name: words.currentStock, data: levels.map((level) => level.currentStock) },
        { name: words.minimumRequired, data: levels.map((level) => level.minStockLevel) },
      ]}
      height={Math.max(200, 90 + levels.length * 38)}
    />
  )
}
