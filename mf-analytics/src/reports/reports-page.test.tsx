import { problem, showPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  buildMovement,
  buildReport,
  choose,
  noBatches,
  press,
  reportCalls,
  restock,
  saveFiles,
} from '../../test/support.tsx'
import { BatchesPanel } from './batches-panel.tsx'
import { ReportsPage } from './reports-page.tsx'

// the drawing itself needs a real browser; its figures are in the table beside it
vi.mock('react-apexcharts', () => ({ default: () => null }))

const ROUTE = 'GET /api/reports'

beforeEach(() => signInAs('admin'))

function show(answer: Parameters<typeof stubApi>[0][string], at = '/reports') {
  const calls = stubApi({ ...noBatches, [ROUTE]: answer })
  return { calls, ...showPage(<ReportsPage />, { at }) }
}

it('is for administrators: staff read whom to ask, and nothing is fetched', async () => {
  signInAs('staff')
  const { calls } = show(buildReport(), '/reports?period=last-year')
  await screen.findByText('Reports are for administrators')
  expect(screen.queryByRole('button', { name: 'Export to PDF' })).toBeNull()
  expect(calls).toEqual([])
})

it('asks anew when another period is chosen, and keeps it and the tab in the address', async () => {
  const { calls, location } = show(() => buildReport(), '/reports?tab=stock')
  const shown = () =>
    within(screen.getByRole('navigation', { name: 'Report' })).getByRole('link', { current: 'page' })
  await screen.findByText('₹1,23,456.50')
  expect(shown().textContent).toBe('Stock')
  choose('Report Period', 'last-year')
  await vi.waitFor(() => expect(reportCalls(calls).at(-1)?.query.get('period')).toBe('last-year'), 60_000)
  expect(location()).toBe('/reports?period=last-year&tab=stock')
  fireEvent.click(screen.getByRole('link', { name: 'Expiry' }))
  expect(location()).toBe('/reports?period=last-year&tab=expiry')
  expect(shown().textContent).toBe('Expiry')
})

it('takes a range of dates by its button, unless it ends before it starts', async () => {
  const { calls, location } = show(() => buildReport(), '/reports?period=custom&startDate=2026-02-30')
  const start = await screen.findByLabelText<HTMLInputElement>(/^Start Date/)
  const end = screen.getByLabelText<HTMLInputElement>(/^End Date/)
  // From one month ago to today.
  expect(start.value < end.value).toBe(true)
  fireEvent.change(start, { target: { value: '2026-01-01' } })
  fireEvent.change(end, { target: { value: '2026-03-31' } })
  press('Apply Range')
  await vi.waitFor(() => expect(reportCalls(calls).at(-1)?.query.get('startDate')).toBe('2026-01-01'), 60_000)
  expect(location()).toBe('/reports?period=custom&startDate=2026-01-01&endDate=2026-03-31')
  const before = reportCalls(calls).length
  choose('Start Date', '2026-05-01')
  press('Apply Range')
  await screen.findByText('The start date must not be after the end date')
  expect(reportCalls(calls)).toHaveLength(before)
})

it('shows recommendations with their reasons and links, and fifty movements, or more when asked', async () => {
  const medicines = [{ _id: 'm1', medicine: 'Dolo', reasons: [] }]
  const movements = Array.from({ length: 70 }, () => buildMovement())
  show(buildReport({ recommendations: [{ ...restock, count: 1, medicines }], movements }))
  await screen.findByRole('heading', { name: 'Restock soon' })
  screen.getByText('Below the minimum.')
  expect(screen.getByRole('link', { name: 'Dolo' }).getAttribute('href')).toBe('/medicines/m1')
  const table = screen.getByRole('table', { name: 'Stock Movement Details' })
  expect(within(table).getAllByRole('row')).toHaveLength(51)
  press('Show 20 more')
  expect(within(table).getAllByRole('row')).toHaveLength(71)
})

it('says what failed, exports nothing, and recovers', async () => {
  let isBroken = true
  show(() => (isBroken ? problem(500, 'Out of order') : buildReport()))
  expect(await screen.findAllByText('Failed to load report data')).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Export to CSV' })).toHaveProperty('disabled', true)
  isBroken = false
  press('Try again')
  await screen.findByText('₹1,23,456.50')
})

describe('stock by batch', () => {
  const ROUTE = 'GET /api/medicines/batches/expiring'

  let made = 0

  function buildBatch(parts: object = {}) {
    made += 1
    const _id = `0193b000-0000-7000-8000-${String(made).padStart(12, '0')}`
    return {
      ...{ _id, medicineId: `m${made}`, medicineName: `Medicine ${made}`, manufacturer: 'Micro Labs' },
      ...{ number: `B${made}`, expiryDate: '2099-01-31', status: 'available', stock: 3, price: 2.35 },
      ...parts,
    }
  }

  const rowOf = async (name: string) => {
    const cells = within(await screen.findByRole('row', { name: new RegExp(name) }))
    return [...cells.queryAllByRole('rowheader'), ...cells.getAllByRole('cell')].map(
      ({ textContent }) => textContent,
    )
  }

  it('shows medicine, number, date, units, value and status of each, and the name leads to its page', async () => {
    const calls = stubApi({
      [ROUTE]: [
        buildBatch({ medicineName: 'Old', expiryDate: '2020-01-31', discounted: { at: '' } }),
        buildBatch({ medicineName: 'Held', status: 'quarantined', expiryDate: '2020-01-31' }),
        buildBatch({ medicineName: 'Cheap', discounted: { at: '' }, price: 1 }),
        buildBatch({ medicineName: 'Bare', number: null, expiryDate: null, stock: 1_234 }),
      ],
    })
    showPage(<BatchesPanel />)
    expect((await rowOf('Old')).slice(1)).toEqual([
      ...[expect.stringMatching(/^B\d+$/), expect.stringMatching(/2020$/), '3', '₹2.35', '₹7.05', 'Expired'],
    ])
    expect((await rowOf('Held')).at(-1)).toBe('Quarantined')
    expect((await rowOf('Cheap')).slice(-2)).toEqual(['₹3.00', 'Discounted'])
    expect((await rowOf('Bare')).slice(1)).toEqual([
      ...['No number', 'N/A', '1,234', '₹2.35', '₹2,899.90', 'Available'],
    ])
    expect(screen.getByRole('link', { name: 'Cheap' }).getAttribute('href')).toMatch(/^\/medicines\/m\d+$/)
    expect(calls[0]?.query.get('until')).toBe('9999-12-31')
  })

  it('goes on by pages, and exports all of them', async () => {
    const pages = [[buildBatch({ medicineName: 'First' })], [buildBatch({ medicineName: '=Second' })]]
    stubApi({
      [ROUTE]: ({ query }: { query: URLSearchParams }) =>
        query.get('after')
          ? Response.json(pages[1])
          : Response.json(pages[0], { headers: { link: '</api/x?after=c1>; rel="next"' } }),
    })
    showPage(<BatchesPanel />)
    await screen.findByText('First')
    const saved = saveFiles()
    press('CSV')
    await vi.waitFor(() => expect(saved).toHaveLength(1), 60_000)
    const lines = (await saved[0]?.text())?.split('\r\n') ?? []
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/^"First","Micro Labs","B\d+","2099-01-31","3","2.35","7.05","Available"$/)
    expect(lines[2]).toMatch(/^"'=Second"/)
    press(/Next/)
    await screen.findByText('=Second')
  })
})
