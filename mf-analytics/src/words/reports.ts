import type { ComparedFigure, Report, ReportPeriod } from '@mms/contracts'
import { formatCount, formatDate } from '@mms/ui'

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

export const salesNames: Record<ReportPeriod, { sales: string; before?: string }> = {
  'last-week': { sales: 'Weekly Sales', before: 'last week' },
  'last-month': { sales: 'Monthly Sales', before: 'last month' },
  'last-quarter': { sales: 'Quarterly Sales', before: 'last quarter' },
  'last-year': { sales: 'Yearly Sales', before: 'last year' },
  custom: { sales: 'Sales' },
}

/** Example: `describeChange({ changePercent: -12.34, … }, period) // '▼ 12.3 % from last month'`. */
export function describeChange({ changePercent }: ComparedFigure, { name, days }: Report['period']): string {
  const before =
    salesNames[name].before ?? (days === 1 ? 'previous day' : `previous ${formatCount(days)} days`)
  if (changePercent === null) return `No figure for ${before} to compare with`
  if (Math.abs(changePercent) < 0.05) return `Same as ${before}`
  const size = Math.abs(changePercent)
  const change = new Intl.NumberFormat('en-IN', { maximumFractionDigits: size < 100 ? 1 : 0 }).format(size)
  return `${changePercent > 0 ? '▲' : '▼'} ${change} % ${salesNames[name].before ? 'from' : 'on'} ${before}`
}

export const NET_OF_REFUNDS = 'Sales are net of refunds. Undone entries are not counted.'

export const costKnown = (costed: string, medicines: string) =>
  `Cost known for ${costed} of ${medicines} medicines`
export const inventoryValue = 'Inventory Value'
export const averageStock = 'Average Stock Level'
export const inventoryAtCost = 'Inventory at Cost'
export const refunds = 'Refunds'
export const purchases = 'Purchases'
export const unitCount = (count: string) => `${count} units`
export const expiredStock = 'Expired Stock'
export const expiringStock = 'Expiring Within 30 Days'
export const stockAdded = 'Stock Added'
export const stockRemoved = 'Stock Removed'
export const medicine = 'Medicine'
export const initialStock = 'Initial Stock'
export const added = 'Added'
export const removed = 'Removed'
export const currentStock = 'Current Stock'

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
  'Initial + added − removed = current. Turnover: units removed ÷ average of initial and current stock.'
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
export const stockValue = 'Stock value'
export const noMovements = 'No stock movements in this period'
export const additions = 'Additions'
export const removals = 'Removals'
export const noAlertsInPeriod = 'No alerts in this period'
export const noAlertsYet = 'No alerts yet'
export const lowStock = 'Low stock'
export const expiry = 'Expiry'
export const highDemand = 'High demand'
export const currentMonth = 'Current month'
export const predictedNextMonth = 'Predicted next month'
export const reportSubject = (period: string) => `Medicine report, ${period}`
export const medicineReport = 'Medicine Report'
export const storeIn = (city: string) => `Store: ${city}`
export const madeOn = (generatedAt: string) => `Made on ${generatedAt}`
export const summaryStatistics = 'Summary Statistics'
export const changeColumn = 'Change'
export const mostMoved = (counts: string) =>
  `${counts}: the medicines with the largest movements. Export to CSV for all.`
export const asOf = (generatedAt: string) => `As of ${generatedAt}`
export const pageOf = (page: number, pages: number) => `Page ${page} of ${pages}`
export const report = 'Report'
export const loadFailed = 'Failed to load report data'
export const reportsAnalytics = 'Reports & Analytics'
export const forAdministrators = 'Reports are for administrators'
export const askForFigures = 'Ask an administrator for the figures you need.'
export const reportAppearsHere = 'The report appears once there are medicines.'
export const loadingReport = 'Loading the report...'
/** Heading, explanation and accessible name of each chart. */
export const panels = {
  categoryValues: {
    title: 'Stock Value by Category',
    text: 'In rupees at selling prices, today',
    label: 'Stock Value by Category: rupees at selling prices',
  },
  categories: {
    title: 'Medicine Categories',
    text: 'Medicines by category, today',
    label: 'Medicine Categories: number of medicines',
  },
  stockHistory: {
    title: 'Stock History',
    text: 'Units added and removed, by month',
    label: 'Stock History: units added and removed by month',
  },
  alertsOverTime: {
    title: 'Alerts Over Time',
    text: 'Alerts opened, by month',
    label: 'Alerts Over Time: alerts opened by month',
  },
  demandComparison: {
    title: 'Demand Prediction Comparison',
    text: 'Units this month (sold so far plus forecast) and next month (forecast)',
    label: 'Demand Prediction Comparison: units this month and predicted for next month',
  },
}
