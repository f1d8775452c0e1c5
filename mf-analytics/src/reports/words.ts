import type { Compared, Report, ReportPeriod } from '@mms/contracts'
import { formatCount, formatDate, formatRupees } from '@mms/ui'
import { periodNames } from './period.ts'

const month = new Intl.DateTimeFormat('en-IN', { month: 'short', year: 'numeric', timeZone: 'UTC' })

export const formatMonth = (text: string) => month.format(new Date(`${text}-01T00:00:00Z`))

/** A line needs six points: between fewer it suggests values that nobody measured. */
export const lineOrBars = (points: { length: number }) => (points.length < 6 ? 'bar' : 'line')

export function describePeriod({ period }: Report): string {
  return `${periodNames[period.name]}, ${formatDate(period.startDate)} to ${formatDate(period.endDate)}`
}

const named: Record<ReportPeriod, { sales: string; before?: string }> = {
  'last-week': { sales: 'Weekly Sales', before: 'last week' },
  'last-month': { sales: 'Monthly Sales', before: 'last month' },
  'last-quarter': { sales: 'Quarterly Sales', before: 'last quarter' },
  'last-year': { sales: 'Yearly Sales', before: 'last year' },
  custom: { sales: 'Sales' },
}

/** Example: `describeChange({ changePercent: -12.34, … }, period) // '▼ 12.3 % from last month'`. */
export function describeChange({ changePercent }: Compared, { name, days }: Report['period']): string {
  const before = named[name].before ?? (days === 1 ? 'previous day' : `previous ${formatCount(days)} days`)
  if (changePercent === null) return `Nothing to compare with in ${before}`
  if (Math.abs(changePercent) < 0.05) return `Same as ${before}`
  const size = Math.abs(changePercent)
  const change = new Intl.NumberFormat('en-IN', { maximumFractionDigits: size < 100 ? 1 : 0 }).format(size)
  return `${changePercent > 0 ? '▲' : '▼'} ${change} % ${named[name].before ? 'from' : 'on'} ${before}`
}

/** Null without any stock. */
export const formatTurnover = (rate: number | null) => (rate === null ? '-' : rate.toFixed(2))

const costKnown = ({ costed, medicines }: Report['summary']['inventoryCost']) =>
  `Cost known for ${formatCount(costed)} of ${formatCount(medicines)} medicines`

export const NET_OF_REFUNDS = 'Sales are net of refunds. Undone entries are not counted.'

export function summaryFigures({ period, summary }: Report) {
  const { inventoryValue, inventoryCost: cost, sales, averageStock, refunds, purchases } = summary
  const row = (label: string, figure: Compared, format: (value: number) => string) => ({
    ...{ label, value: format(figure.value), change: describeChange(figure, period) },
  })
  const units = (value: number) => `${formatCount(value)} units`
  return [
    row('Inventory Value', inventoryValue, formatRupees),
    row(named[period.name].sales, sales, formatRupees),
    row('Average Stock Level', averageStock, units),
    { label: 'Inventory at Cost', value: formatRupees(cost.value), change: costKnown(cost) },
    row('Refunds', refunds, formatRupees),
    row('Purchases', purchases, formatRupees),
  ]
}

export const expirySums = ({ summary: { expiredValue, expiringValue } }: Report) => [
  { label: 'Expired Stock', value: formatRupees(expiredValue) },
  { label: 'Expiring Within 30 Days', value: formatRupees(expiringValue) },
]

export function stockSums(report: Report) {
  const units = (field: 'added' | 'removed') =>
    `${formatCount(report.stockHistory.reduce((sum, month) => sum + month[field], 0))} units`
  return [
    { label: 'Stock Added', value: units('added') },
    { label: 'Stock Removed', value: units('removed') },
    ...expirySums(report),
  ]
}

export const movementUnits = [
  { header: 'Initial Stock', field: 'initialStock' },
  { header: 'Added', field: 'added' },
  { header: 'Removed', field: 'removed' },
  { header: 'Current Stock', field: 'currentStock' },
] as const

export const movementHeaders = ['Medicine', ...movementUnits.map(({ header }) => header), 'Turnover Rate']
