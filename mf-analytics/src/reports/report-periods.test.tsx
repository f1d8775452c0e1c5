import type { Report } from '@mms/contracts'
import { type StubbedCall, showPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { formatCount } from '@mms/ui'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { drawnIn, tabledIn } from '../../test/drawn-charts.tsx'
import { buildReport, choose, noBatches } from '../../test/support.tsx'
import { summaryFiguresOf } from './report-sums.ts'
import { ReportsPage } from './reports-page.tsx'

vi.mock('react-apexcharts', async () => (await import('../../test/drawn-charts.tsx')).drawing)

const ROUTE = 'GET /api/reports'
/** The report of a period by its own value of the inventory. */
function reportOf(value: number): Report {
  const { summary, ...report } = buildReport()
  return { ...report, summary: { ...summary, inventoryValue: { value, previous: 1, changePercent: 1 } } }
}

const exportButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Export to CSV' })

beforeEach(() => signInAs('admin'))

it('marks the figures of the period before while the next one is on its way, and exports none of them', async () => {
  const lastYear = Promise.withResolvers<Report>()
  stubApi({
    ...noBatches,
    [ROUTE]: ({ query }: StubbedCall) =>
      query.get('period') === 'last-year' ? lastYear.promise : reportOf(3_000),
  })
  showPage(<ReportsPage />)
  await screen.findByText('₹3,000.00')
  expect(exportButton().disabled).toBe(false)
  choose('Report Period', 'last-year')
  const table = screen.getByRole('table', { name: 'Stock Movement Details' })
  await expect.poll(() => table.getAttribute('aria-busy')).toBe('true')
  expect(exportButton().disabled).toBe(true)
  lastYear.resolve(reportOf(36_500))
  await screen.findByText('₹36,500.00')
  expect(table.getAttribute('aria-busy')).toBe('false')
  expect(exportButton().disabled).toBe(false)
})

const salesOf = (report: Report) => summaryFiguresOf(report).find(({ label }) => /Sales$/.test(label))

const summaryWith = (changePercent: number | null, value = 100) => {
  const report = buildReport()
  const sales = { value, previous: 50, changePercent }
  const other = { value: 7, previous: 7, changePercent: 33 }
  return { ...report, summary: { ...report.summary, sales, inventoryValue: other, averageStock: other } }
}

it('has each figure under its own name', () => {
  const figure = (value: number) => ({ value, previous: 0, changePercent: null })
  const report = buildReport()
  const [inventoryValue, sales, averageStock, refunds, purchases] = [1, 2, 3, 4, 5].map(figure)
  const inventoryCost = { value: 6, costed: 1, medicines: 2 }
  const figures = { inventoryValue, sales, averageStock, refunds, purchases, inventoryCost }
  const summary = { ...report.summary, ...figures } as Report['summary']
  expect(summaryFiguresOf({ ...report, summary }).map(({ label, value }) => `${label}: ${value}`)).toEqual([
    ...['Inventory Value: ₹1.00', 'Monthly Sales: ₹2.00', 'Average Stock Level: 3 units'],
    ...['Inventory at Cost: ₹6.00', 'Refunds: ₹4.00', 'Purchases: ₹5.00'],
  ])
})

it.each([
  [12.34, '▲ 12.3 % from last month'],
  [-12.34, '▼ 12.3 % from last month'],
  [123_456.7, '▲ 1,23,457 % from last month'],
  [0.049, 'Same as last month'],
  [-0.05, '▼ 0.1 % from last month'],
  [null, 'No figure for last month to compare with'],
])('compares a change of %s per cent in words', (changePercent, text) => {
  expect(salesOf(summaryWith(changePercent))?.change).toBe(text)
})

it.each([
  ['last-month', 31, 'Monthly Sales', '▲ 12 % from last month'],
  ['last-year', 365, 'Yearly Sales', '▲ 12 % from last year'],
  ['custom', 1, 'Sales', '▲ 12 % on previous day'],
  ['custom', 45, 'Sales', '▲ 12 % on previous 45 days'],
] as const)('names sales of %s over %i days, and what they compare with', (name, days, label, change) => {
  const report = summaryWith(12)
  const sales = salesOf({ ...report, period: { ...report.period, name, days } })
  expect(sales).toEqual({ label, value: '₹100.00', change })
})

const charted = buildReport({
  categories: [
    { category: 'Vitamins', medicines: 1_200, units: 24, value: 240 },
    { category: 'Antivirals', medicines: 3, units: 4, value: 40 },
  ],
  stockHistory: [
    { month: '2026-10', added: 50, removed: 41 },
    { month: '2026-11', added: 0, removed: 12 },
  ],
  alertsOverTime: [
    { month: '2026-10', lowStock: 3, expiry: 1, highDemand: 0, other: 0 },
    { month: '2026-11', lowStock: 0, expiry: 2, highDemand: 5, other: 0 },
  ],
  demandComparison: [
    { category: 'Vitamins', thisMonthSoFar: 8, thisMonth: 12, nextMonth: 15 },
    { category: 'Antivirals', thisMonthSoFar: 1, thisMonth: null, nextMonth: 4 },
    { category: 'Analgesics', thisMonthSoFar: 0, thisMonth: 0, nextMonth: 0 },
  ],
})

it('draws in each chart what its table says', async () => {
  stubApi({ ...noBatches, [ROUTE]: charted })
  showPage(<ReportsPage />)
  await screen.findByText('Stock Movement Details', { selector: 'h2' })
  const charts = {
    'Stock Value by Category': { 'Stock value': ['₹240', '₹40'] },
    'Medicine Categories': { Medicines: ['1,200', '3'] },
    'Stock History': { Additions: ['50', '0'], Removals: ['41', '12'] },
    'Alerts Over Time': { 'Low stock': ['3', '0'], Expiry: ['1', '2'], 'High demand': ['0', '5'] },
    // A category whose month is not known is left out of both, and one that sells nothing is not.
    'Demand Prediction Comparison': { 'Current month': ['12', '0'], 'Predicted next month': ['15', '0'] },
  }
  for (const [name, figures] of Object.entries(charts)) {
    const chart = new RegExp(`^${name}`)
    const format = name.startsWith('Stock Value') ? (value: number) => `₹${value}` : formatCount
    expect(await drawnIn(chart, format)).toEqual(figures)
    expect(tabledIn(chart)).toEqual(figures)
  }
})
