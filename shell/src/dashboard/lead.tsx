import {
  type AlertSummary,
  ANY_EXPIRY,
  addDays,
  type ExpiryQueueSummary,
  type MedicineSummary,
  type QueueState,
  type ShownBillSettings,
  type StockCover,
} from '@mms/contracts'
import { areaKeys, Link, useHasPage, useOutbox, useQuery, useRefetchOn, useStoreToday } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { Box, Card, Chart, Flex, formatCount, formatDate, formatRupees, Stack, Text, TextLink } from '@mms/ui'
import { useEffect } from 'react'
import { SHOP_NAME_KEY, showShopName } from '../layout/shop-name.ts'
import { EXPIRING_SUMMARY_PATH, fetchExpiryByMonth, fetchWeekSales, WEEK_DAYS } from './api.ts'

const leadKeys = (...parts: readonly unknown[]) => areaKeys('shell')('lead', ...parts)
/** For figures that need one call per day or month and hardly change with a single sale. */
const KEPT_MS = 600_000
const keptKeys = areaKeys('shell')

/** Top of the dashboard: Do now, the week's sales and the expiry chart. Hidden without medicines. */
export function DashboardLead() {
  useRefetchOn(['medicines-changed', 'alerts-changed'], leadKeys())
  const { data } = useGet<MedicineSummary>(leadKeys('medicines'), '/api/medicines/summary')
  const hasSales = useHasPage('/sales')
  useShopName()
  if (data?.total === 0) return null
  return (
    <Stack
      gap="3"
      display={{ base: 'flex', md: 'grid', xl: 'flex' }}
      gridTemplateColumns="repeat(2, minmax(0, 1fr))"
    >
      <DoNow />
      {hasSales ? <Week /> : null}
      <ExpiryWall />
    </Stack>
  )
}

function useShopName(): void {
  const enabled = useHasPage('/bills/store')
  const options = { enabled, staleTime: KEPT_MS }
  const { data } = useGet<ShownBillSettings>(keptKeys('store'), '/api/bills/store', options)
  useEffect(() => {
    if (!data) return
    const name = data.tradeName || data.legalName
    showShopName(name)
    localStorage.setItem(SHOP_NAME_KEY, name)
  }, [data])
}

interface Task {
  count: number | undefined
  one: string
  many: string
  action: string
  to: string
}

const useBatches = (status: QueueState, until: string) =>
  useGet<ExpiryQueueSummary>(leadKeys('batches', status, until), EXPIRING_SUMMARY_PATH, {
    query: { status, until },
  })

function useTasks(): { tasks: Task[]; hasFailed: boolean } {
  const week = addDays(useStoreToday(), WEEK_DAYS)
  const near = useBatches('available', week)
  const cover = useGet<StockCover>(leadKeys('cover'), '/api/medicines/stock-cover')
  const alerts = useGet<AlertSummary>(leadKeys('alerts'), '/api/alerts/summary')
  const quarantined = useBatches('quarantined', ANY_EXPIRY)
  const recalled = useBatches('recalled', ANY_EXPIRY)
  const expiring = near.data
  const expired = expiring?.expiredBatches ?? 0
  const tasks = [
    {
      count: useOutbox().filter(({ state }) => state !== 'recorded').length,
      one: 'entry is not recorded yet',
      many: 'entries are not recorded yet',
      action: 'Open Sales',
      to: '/sales',
    },
    {
      count: expired,
      one: 'batch has expired and is still in stock',
      many: 'batches have expired and are still in stock',
      action: 'Write off',
      to: '/medicines/expiry?days=30',
    },
    {
      count: expiring && expiring.batches - expired,
      one: `batch expires by ${formatDate(week)}`,
      many: `batches expire by ${formatDate(week)}`,
      action: 'Sell or return',
      to: '/medicines/expiry?days=30',
    },
    {
      count: cover.data?.out,
      one: 'medicine is out of stock',
      many: 'medicines are out of stock',
      action: 'Reorder',
      to: '/medicines?filter=low-stock&sort=stock',
    },
    {
      count: quarantined.data?.batches,
      one: 'batch is on hold',
      many: 'batches are on hold',
      action: 'Decide',
      to: '/medicines/expiry?days=any&status=quarantined',
    },
    {
      count: recalled.data?.batches,
      one: 'recalled batch is in stock',
      many: 'recalled batches are in stock',
      action: 'Send back',
      to: '/medicines/expiry?days=any&status=recalled',
    },
    {
      count: alerts.data?.bySeverity.high,
      one: 'high-severity alert is open',
      many: 'high-severity alerts are open',
      action: 'View',
      to: '/alerts?severity=high',
    },
  ]
  const hasFailed = [near, cover, alerts, quarantined, recalled].some(({ isError }) => isError)
  return { tasks, hasFailed }
}

function DoNow() {
  const { tasks, hasFailed } = useTasks()
  const open = tasks.filter(({ count = 0 }) => count > 0)
  const isKnown = tasks.every(({ count }) => count !== undefined)
  const nothing = isKnown ? 'Nothing is urgent.' : 'Looking…'
  return (
    <Card title="Do now" borderTopWidth="4px" borderTopColor="brand.solid" p="3">
      {open.length === 0 && !hasFailed ? <Text color="fg.muted">{nothing}</Text> : null}
      {hasFailed ? <Text color="fg.muted">Some of this could not be checked.</Text> : null}
      <Box as="ul" listStyleType="none" mt="-2">
        {open.map(({ count = 0, one, many, action, to }) => (
          <Flex as="li" key={one} gap="2" py="1.5" align="baseline" textStyle="sm">
            <Text minW="0" flex="1">
              <strong>{formatCount(count)}</strong> {count === 1 ? one : many}
            </Text>
            <TextLink asChild flexShrink="0" fontWeight="medium">
              <Link to={to} aria-label={`${action}: ${many}`}>
                {action}
              </Link>
            </TextLink>
          </Flex>
        ))}
      </Box>
    </Card>
  )
}

const dayName = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' })

function Week() {
  const today = useStoreToday()
  const { data } = useQuery({
    queryKey: keptKeys('week', today),
    staleTime: KEPT_MS,
    queryFn: ({ signal }) => fetchWeekSales(today, signal),
  })
  if (!data?.some(({ count }) => count > 0)) return null
  return (
    <Card title="This week" text="Sales by day, before refunds" p="3">
      <Chart
        kind="line"
        label="Sales of the last seven days, before refunds"
        categories={data.map(({ date }) => dayName.format(new Date(date)))}
        series={[{ name: 'Sales', data: data.map(({ rupeesIn }) => rupeesIn) }]}
        formatValue={shortRupees.format}
        height={150}
      />
    </Card>
  )
}

const monthName = new Intl.DateTimeFormat(undefined, { month: 'short', year: '2-digit', timeZone: 'UTC' })
const shortRupees = new Intl.NumberFormat('en-IN', {
  notation: 'compact',
  maximumFractionDigits: 1,
  style: 'currency',
  currency: 'INR',
})

function ExpiryWall() {
  const today = useStoreToday()
  const { data } = useQuery({
    queryKey: keptKeys('wall', today),
    staleTime: KEPT_MS,
    queryFn: ({ signal }) => fetchExpiryByMonth(today, signal),
  })
  if (!data) return null
  const most = Math.max(1, ...data.map(({ value }) => value))
  return (
    <Card
      title="Expiry by month"
      text="Stock value, next 12 months"
      p="3"
      gridColumn="1 / -1"
      actions={
        <TextLink asChild textStyle="sm" whiteSpace="nowrap">
          <Link to="/medicines/expiry?days=any">Expiry queue</Link>
        </TextLink>
      }
    >
      <Box
        as="dl"
        display="grid"
        gap="1"
        gridTemplateColumns={{ base: 'repeat(3, 1fr)', md: 'repeat(6, 1fr)', xl: 'repeat(3, 1fr)' }}
      >
        {data.map(({ month, value }) => (
          <Box key={month} p="1.5" borderRadius="md" bg={shadeOf(value / most)}>
            <Text as="dt" textStyle="xs">
              {monthName.format(new Date(month))}
            </Text>
            <Text
              as="dd"
              textStyle="sm"
              fontWeight="semibold"
              title={formatRupees(value)}
              fontVariantNumeric="tabular-nums"
            >
              {value > 0 ? shortRupees.format(value) : '–'}
            </Text>
          </Box>
        ))}
      </Box>
    </Card>
  )
}

function shadeOf(share: number): string {
  if (share <= 0) return 'bg.subtle'
  return share > 0.66 ? 'orange.emphasized' : share > 0.33 ? 'orange.muted' : 'orange.subtle'
}
