import type { Compared, Report, ReportPeriod } from '@mms/contracts'
import { formatCount, formatDate, formatRupees } from '@mms/ui'

const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })

export const formatMonth = (text: string) => month.format(new Date(`${text}-01T00:00:00Z`))

/** Charts with fewer than six points have bars, because a line would suggest values in between. */
export const lineOrBars = (points: { length: number }) => (points.length < 6 ? 'bar' : 'line')

export const periodNames: Record<ReportPeriod, string> = {
  'last-week': 'Last Week',
  'last-month': 'Last Month',
  'last-quarter': 'Last Quarter',
  'last-year': 'Last Year',
  custom: 'Custom Range',
}

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
    label,
    value: format(figure.value),
    change: describeChange(figure, period),
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

export const batchesLoadFailed = 'Failed to load the stock by batch'
export const stockByBatch = 'Stock by Batch'
export const stockByBatchText = 'Everything in stock now, earliest expiry first, each batch at its own price.'
export const batchesNoun = 'batches'
export const nothingInStock = 'Nothing is in stock'
export const recalled = 'Recalled'
export const quarantined = 'Quarantined'
export const expired = 'Expired'
export const discounted = 'Discounted'
export const available = 'Available'
export const expiringSoon = 'Expiring soon'
export const batch = 'Batch'
export const noNumber = 'No number'
export const expiryDate = 'Expiry Date'
export const price = 'Price'
export const value = 'Value'
export const status = 'Status'
export const manufacturer = 'Manufacturer'
export const unitPrice = 'Unit Price'
export const reportGenerated = (kind: string) => `${kind} report generated successfully`
export const reportFailed = (kind: string) => `Failed to generate ${kind} report`
export const pdf = 'PDF'
export const csv = 'CSV'
export const exporting = 'Exporting...'
export const exportTo = (kind: string) => `Export to ${kind}`
export const costPrice = 'Cost Price'
export const turnoverRate = 'Turnover Rate'
export const stockMovementDetails = 'Stock Movement Details'
export const movementsText =
  'Initial + added − removed = current. Turnover: units removed ÷ the mean of initial and current stock.'
export const shownOf = (shown: string, movements: string) => `${shown} of ${movements} medicines`
export const showMore = (step: number) => `Show ${step} more`
export const reportFilters = 'Report Filters'
export const reportPeriod = 'Report Period'
export const startDate = 'Start Date'
export const endDate = 'End Date'
export const applyRange = 'Apply Range'
export const chooseDates = 'Please choose a start date and an end date'
export const startAfterEnd = 'The start date must not be after the end date'
export const allLowStock = 'All medicines with low stock'
export const allExpired = 'All expired medicines'
export const allExpiring = 'All medicines that expire soon'
export const allDemand = 'Demand of all medicines'
export const systemRecommendations = 'System Recommendations'
export const andMore = (more: string) => `and ${more} more. `
export const medicineCategories = 'Medicine Categories'
export const categoriesText = 'Medicines by category, today'
export const categoriesChart = 'Medicine Categories: number of medicines'
export const valueByCategory = 'Stock Value by Category'
export const valueByCategoryText = 'In rupees at selling prices, today'
export const valueByCategoryChart = 'Stock Value by Category: rupees at selling prices'
export const stockValue = 'Stock value'
export const stockHistory = 'Stock History'
export const stockHistoryText = 'Units added and removed, by month'
export const noMovements = 'No stock movements in this period'
export const stockHistoryChart = 'Stock History: units added and removed by month'
export const additions = 'Additions'
export const removals = 'Removals'
export const alertsOverTime = 'Alerts Over Time'
export const alertsText = 'Alerts opened, by month'
export const noAlertsInPeriod = 'No alerts in this period'
export const noAlertsYet = 'No alerts yet'
export const alertsChart = 'Alerts Over Time: alerts opened by month'
export const lowStock = 'Low stock'
export const expiry = 'Expiry'
export const highDemand = 'High demand'
export const demandComparison = 'Demand Prediction Comparison'
export const demandComparisonText =
  'Units: this month (sold so far, and forecast to its end) and next month (forecast)'
export const demandComparisonChart =
  'Demand Prediction Comparison: this month against the predicted next month, in units'
export const currentMonth = 'Current month'
export const predictedNextMonth = 'Predicted next month'
export const reportSubject = (period: string) => `Medicine report, ${period}`
export const medicineReport = 'Medicine Report'
export const storeIn = (city: string) => `Store: ${city}`
export const madeOn = (generatedAt: string) => `Made on ${generatedAt}`
export const summaryStatistics = 'Summary Statistics'
export const changeColumn = 'Change'
export const mostMoved = (counts: string) =>
  `${counts}: the medicines that moved most. Export to CSV has all of them.`
export const asOf = (generatedAt: string) => `As of ${generatedAt}`
export const pageOf = (page: number, pages: number) => `Page ${page} of ${pages}`
export const report = 'Report'
export const loadFailed = 'Failed to load report data'
export const reportsAnalytics = 'Reports & Analytics'
export const forAdministrators = 'Reports are for administrators'
export const askForFigures = 'Ask an administrator for the figures you need.'
export const reportAppearsHere = 'The report appears once there are medicines.'
export const loadingReport = 'Loading the report...'
