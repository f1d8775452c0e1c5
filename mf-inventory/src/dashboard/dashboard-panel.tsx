import type { MedicineSummary } from '@mms/contracts'
import { Link, useRefetchOn, useSession } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import {
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
import { medicineKeys } from '../keys.ts'
import { NoMedicinesPanel } from '../medicines/no-medicines-panel.tsx'
import * as words from '../words/dashboard.ts'
import * as sharedWords from '../words/shared.ts'
import { useSummary } from './api.ts'
import { StockChart } from './stock-chart.tsx'

const NOTHING: MedicineSummary = { total: 0, lowStock: 0, expiringSoon: 0, expired: 0 }

export function DashboardPanel() {
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  useRefetchOn(['medicines-changed'], medicineKeys())
  const query = useSummary()
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
    <SimpleGrid gridColumn="1 / -1" columns={{ base: 1, sm: 2, xl: 4 }} gap="4">
      <StatCard label={words.totalMedicines} value={formatCount(total)} icon={<PillIcon />} />
      <StatCard
        label={words.lowStockItems}
        value={formatCount(lowStock)}
        tone="red"
        icon={<WarningIcon />}
        footer={<ViewAll filter="low-stock" what={words.lowStockNoun} />}
      />
      <StatCard
        label={sharedWords.expiringSoon}
        value={formatCount(expiringSoon)}
        tone="orange"
        icon={<ExpiryIcon />}
        footer={<ViewAll filter="expiring" what={words.medicinesExpireSoon} />}
      />
      <StatCard
        label={sharedWords.expired}
        value={formatCount(expired)}
        tone={expired > 0 ? 'red' : 'gray'}
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
