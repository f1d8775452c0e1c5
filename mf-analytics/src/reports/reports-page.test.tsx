import { events } from '@mms/sdk'
import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import {
  buildMovement,
  buildReport,
  choose,
  noBatches,
  press,
  reportCalls,
  showPage,
} from '../../test/support.tsx'
import { ReportsPage } from './reports-page.tsx'
import { describePeriod } from './words.ts'

// the drawing itself needs a real browser; its figures are in the table beside it
vi.mock('react-apexcharts', () => ({ default: () => null }))

const ROUTE = 'GET /api/reports'

beforeEach(() => signInAs('admin'))

it('shows the summary with its changes, the charts and the movements', async () => {
  stubApi({ ...noBatches, [ROUTE]: buildReport() })
  showPage(<ReportsPage />)
  expect(await screen.findByText('₹1,23,456.50')).toBeTruthy()
  expect(screen.getByText('▲ 23.5 % from last month')).toBeTruthy()
  expect(screen.getAllByText('Nothing to compare with in last month')).toHaveLength(4)
  for (const name of ['Medicine Categories', 'Stock History', 'Demand Prediction Comparison']) {
    expect(within(screen.getByRole('region', { name })).getByRole('img')).toBeTruthy()
  }
  expect(screen.getByText('No alerts yet')).toBeTruthy()
  const table = screen.getByRole('table', { name: 'Stock Movement Details' })
  expect(within(table).getAllByRole('row')[1]?.textContent).toMatch(/^Medicine \d+10531?2?120\.27$/)
})

it('says its period once, on paper too', async () => {
  const report = buildReport()
  stubApi({ ...noBatches, [ROUTE]: report })
  showPage(<ReportsPage />)
  await screen.findByText('₹1,23,456.50')
  expect(document.body.textContent?.split(describePeriod(report))).toHaveLength(2)
})

it('is for administrators: staff read whom to ask, and nothing is fetched', async () => {
  signInAs('staff')
  const calls = stubApi({ ...noBatches, [ROUTE]: buildReport() })
  showPage(<ReportsPage />, { at: '/reports?period=last-year' })
  expect(await screen.findByText('Reports are for administrators')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Export to PDF' })).toBeNull()
  expect(calls).toEqual([])
})

it('asks anew when another period is chosen, and keeps it in the address', async () => {
  const calls = stubApi({ ...noBatches, [ROUTE]: () => buildReport() })
  const { location } = showPage(<ReportsPage />, { at: '/reports' })
  await screen.findByText('₹1,23,456.50')
  choose('Report Period', 'last-year')
  await vi.waitFor(() => expect(reportCalls(calls).at(-1)?.query.get('period')).toBe('last-year'))
  expect(location()).toBe('/reports?period=last-year')
})

it('takes a range of dates by its button, from one month ago to today', async () => {
  const calls = stubApi({ ...noBatches, [ROUTE]: () => buildReport() })
  const { location } = showPage(<ReportsPage />, { at: '/reports?period=custom&startDate=2026-02-30' })
  const start = await screen.findByLabelText<HTMLInputElement>(/^Start Date/)
  const end = screen.getByLabelText<HTMLInputElement>(/^End Date/)
  expect(start.value < end.value).toBe(true)
  fireEvent.change(start, { target: { value: '2026-01-01' } })
  fireEvent.change(end, { target: { value: '2026-03-31' } })
  press('Apply Range')
  await vi.waitFor(() => expect(reportCalls(calls).at(-1)?.query.get('startDate')).toBe('2026-01-01'))
  expect(location()).toBe('/reports?period=custom&startDate=2026-01-01&endDate=2026-03-31')
})

it('refuses a range that ends before it starts, and asks for nothing', async () => {
  const calls = stubApi({ ...noBatches, [ROUTE]: () => buildReport() })
  showPage(<ReportsPage />, { at: '/reports?period=custom&startDate=2026-01-01&endDate=2026-03-31' })
  fireEvent.change(await screen.findByLabelText(/^Start Date/), { target: { value: '2026-05-01' } })
  const before = reportCalls(calls).length
  press('Apply Range')
  expect(await screen.findByText('The start date must not be after the end date')).toBeTruthy()
  expect(reportCalls(calls)).toHaveLength(before)
})

it('shows recommendations with their reasons and links', async () => {
  const recommendation = {
    kind: 'restock',
    title: 'Restock soon',
    text: '2 medicines are short.',
    reasons: ['Below the minimum.'],
    count: 1,
    medicines: [{ _id: 'm1', medicine: 'Dolo', reasons: [] }],
  }
  stubApi({ ...noBatches, [ROUTE]: buildReport({ recommendations: [recommendation] }) })
  showPage(<ReportsPage />)
  expect(await screen.findByRole('heading', { name: 'Restock soon' })).toBeTruthy()
  expect(screen.getByText('Below the minimum.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Dolo' }).getAttribute('href')).toBe('/medicines/m1')
})

it('draws fifty movements, and more when asked', async () => {
  stubApi({
    ...noBatches,
    [ROUTE]: buildReport({ movements: Array.from({ length: 70 }, () => buildMovement()) }),
  })
  showPage(<ReportsPage />)
  const table = await screen.findByRole('table', { name: 'Stock Movement Details' })
  expect(within(table).getAllByRole('row')).toHaveLength(51)
  press('Show 20 more')
  expect(within(table).getAllByRole('row')).toHaveLength(71)
})

it('keeps the table as far open as it was when it is fetched again', async () => {
  const movements = Array.from({ length: 60 }, () => buildMovement())
  let generatedAt = '2026-11-20T06:30:00.000Z'
  stubApi({ ...noBatches, [ROUTE]: () => buildReport({ movements: [...movements], generatedAt }) })
  showPage(<ReportsPage />)
  await screen.findByText('50 of 60 medicines')
  press('Show 10 more')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  movements.push(buildMovement())
  generatedAt = '2026-11-20T06:35:00.000Z'
  act(() => events.emit('medicines-changed', { medicineIds: [] }))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  const table = screen.getByRole('table', { name: 'Stock Movement Details' })
  expect(within(table).getAllByRole('row')).toHaveLength(62)
})

it('says so while there is nothing', async () => {
  stubApi({ ...noBatches, [ROUTE]: buildReport({ movements: [], categories: [], demandComparison: [] }) })
  showPage(<ReportsPage />)
  expect(await screen.findByRole('heading', { name: 'No medicines yet' })).toBeTruthy()
})

it('says what failed, exports nothing, and recovers', async () => {
  let isBroken = true
  stubApi({ ...noBatches, [ROUTE]: () => (isBroken ? problem(500, 'Out of order') : buildReport()) })
  showPage(<ReportsPage />)
  expect(await screen.findAllByText('Failed to load report data')).toHaveLength(2)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export to CSV' }).disabled).toBe(true)
  isBroken = false
  press('Try again')
  expect(await screen.findByText('₹1,23,456.50')).toBeTruthy()
})

it('is fetched again once a sale has reached analytics through the feed, not before', async () => {
  const calls = stubApi({ ...noBatches, [ROUTE]: buildReport() })
  showPage(<ReportsPage />)
  await screen.findByText('₹1,23,456.50')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const before = reportCalls(calls).length
  act(() => events.emit('medicines-changed', { medicineIds: [] }))
  await act(() => vi.advanceTimersByTimeAsync(900))
  expect(reportCalls(calls)).toHaveLength(before)
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(reportCalls(calls)).toHaveLength(before + 1)
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(reportCalls(calls)).toHaveLength(before + 3)
})

it('saves the table as a file of today', async () => {
  stubApi({ ...noBatches, [ROUTE]: buildReport() })
  const saved: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  showPage(<ReportsPage />)
  await screen.findByText('₹1,23,456.50')
  press('Export to CSV')
  expect(await screen.findByText('CSV report generated successfully')).toBeTruthy()
  expect(saved).toEqual([expect.stringMatching(/^medicine-stock-\d{4}-\d{2}-\d{2}\.csv$/)])
})
