import type { DataAge, ForecastPoint, MedicineDemand, PastPeriodShown } from '@mms/contracts'
import { signInAs, stubApi } from '@mms/sdk/test-support'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { drawnIn, tabledIn } from '../../test/drawn-charts.tsx'
import { buildMedicineDemand, freshData, press, showPage } from '../../test/support.tsx'
import { DemandPage } from './demand-page.tsx'

vi.mock('react-apexcharts', async () => (await import('../../test/drawn-charts.tsx')).drawing)

const ONE = '0193a000-0000-7000-8000-0000000000aa'
const ROUTE = 'GET /api/demand/:id'
const show = (id = ONE) =>
  showPage(<DemandPage />, { at: `/medicine-demand/${id}`, route: '/medicine-demand/:id' })

const week = (start: string, consumed: number, stockOutDays = 0): PastPeriodShown => ({
  start,
  days: 7,
  stockOutDays,
  consumed,
  corrected: stockOutDays === 7 ? null : (consumed * 7) / (7 - stockOutDays),
})
const point = (start: string, units: number): ForecastPoint => ({
  start,
  units,
  factor: 1,
  low80: units - 4,
  high80: units + 4,
  low95: units - 8,
  high95: units + 8,
})
const forecast = (units: number[]): MedicineDemand['forecast'] => ({
  madeOn: '2026-11-21',
  weeks: {
    method: 'ses',
    weights: { ses: 1 },
    base: 20,
    known: 3,
    pastError: null,
    points: units.map((each, at) => point(`2026-11-${23 + at}`, each)),
  },
  months: null,
})
const weeks = [week('2026-11-02', 21), week('2026-11-09', 8.25, 3), week('2026-11-16', 0, 7)]
const demandOf = (parts: Partial<MedicineDemand> = {}) =>
  buildMedicineDemand({
    forecastState: 'made',
    history: { weeks, months: [] },
    forecast: forecast([24, 30]),
    ...parts,
  })
const fakeTimers = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}
const age = (behindSeconds: number | null, asOf: string | null = '2026-11-20T06:30:00.000Z') =>
  ({ asOf, behindSeconds }) as DataAge['sales']

beforeEach(() => signInAs('staff'))

it('draws what its table says, gaps where there was no stock all week, and both bands', async () => {
  stubApi({ [ROUTE]: demandOf() })
  show()
  const chart = /^Demand by weeks/
  const figures = {
    Used: ['21', '8.3', '0', '-', '-'],
    'Corrected for days without stock': ['21', '14.4', '-', '-', '-'],
    Forecast: ['-', '-', '-', '24', '30'],
    '95 % limits': ['-', '-', '-', '16 – 32', '22 – 38'],
    '80 % limits': ['-', '-', '-', '20 – 28', '26 – 34'],
  }
  expect(await drawnIn(chart, (units) => String(Math.round(units * 10) / 10))).toEqual(figures)
  expect(tabledIn(chart)).toEqual(figures)
})

it('shows a week in which more came back than was sold as less than nothing', async () => {
  stubApi({ [ROUTE]: demandOf({ history: { weeks: [week('2026-11-16', -4)], months: [] } }) })
  show()
  await screen.findByRole('heading', { level: 1, name: 'Dolo 650' })
  expect(tabledIn(/^Demand by weeks/).Used).toEqual(['-4', '-', '-'])
})

it('says that it loads, and nothing of missing data', async () => {
  stubApi({ [ROUTE]: () => new Promise(() => {}) })
  show()
  expect(await screen.findByRole('status', { name: 'Loading the demand...' })).toBeTruthy()
  expect(screen.queryByText('No demand data yet')).toBeNull()
})

it('asks every five seconds while the forecast is being made, and no more once it is there', async () => {
  fakeTimers()
  let isMade = false
  const pending = demandOf({ forecastState: 'pending', forecast: null })
  const calls = stubApi({ [ROUTE]: () => (isMade ? demandOf() : pending) })
  show()
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByText('The forecast is being made')).toBeTruthy()
  expect(calls).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(calls).toHaveLength(2)
  isMade = true
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(screen.queryByText('The forecast is being made')).toBeNull()
  expect(screen.getByText('Made on Nov 21, 2026')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(calls).toHaveLength(3)
})

it.each([
  ['both feeds are up to date', freshData, null],
  ['sales is two minutes behind', { ...freshData, sales: age(120) }, /^Sales: as of Nov 20, 2026/],
  ['sales is a little behind', { ...freshData, sales: age(119) }, null],
  ['stock was never received', { ...freshData, inventory: age(null, null) }, /^Stock: not known yet\.$/],
  [
    'both are behind',
    { inventory: age(4_000), sales: age(9_000) },
    /^Stock: as of Nov 20, 2026.*\. Sales: as of Nov 20, 2026.*\.$/,
  ],
])('says of stale figures which and since when, where %s', async (_, dataAge, text) => {
  stubApi({ [ROUTE]: demandOf({ dataAge }) })
  show()
  await screen.findByRole('heading', { level: 1, name: 'Dolo 650' })
  expect(screen.queryByText('These figures are not up to date') !== null).toBe(text !== null)
  if (text) expect(screen.getByText(text)).toBeTruthy()
})

it('shows weeks and months of the same medicine, each with a forecast only where there is one', async () => {
  const month = { start: '2026-10-01', days: 31, stockOutDays: 0, consumed: 93, corrected: 93 }
  stubApi({ [ROUTE]: demandOf({ history: { weeks, months: [month] } }) })
  show()
  await screen.findByRole('table', { name: /^Demand by weeks/ })
  press('Months')
  expect(tabledIn(/^Demand by months/)).toEqual({ Used: ['93'] })
  expect(screen.getByText('No month is whole yet, so there is no forecast by month.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Months' }).getAttribute('aria-pressed')).toBe('true')
  press('Weeks')
  expect(Object.keys(tabledIn(/^Demand by weeks/))).toContain('Forecast')
})

it('draws at most a year of weeks', async () => {
  const many = Array.from({ length: 70 }, (_, at) => week('2026-11-02', at))
  stubApi({ [ROUTE]: demandOf({ history: { weeks: many, months: [] }, forecast: null }) })
  show()
  await screen.findByRole('table', { name: /^Demand by weeks/ })
  const { Used } = tabledIn(/^Demand by weeks/)
  expect(Used).toHaveLength(52)
  expect([Used?.at(0), Used?.at(-1)]).toEqual(['18', '69'])
})

it('says of a medicine without stock and without sales what is not known, and orders by its minimum', async () => {
  const order = {
    leadTimeDays: 1,
    reviewPeriodDays: 7,
    serviceLevel: 0.95,
    demand: null,
    safety: null,
    multiplier: 0,
    minimumUpTo: 11,
    orderUpTo: 0,
    onHand: 0,
    onOrder: 0,
    expiring: 0,
    suggested: 0,
  }
  const expiry = { unitsAtRisk: null, valueAtRisk: null, lots: [] }
  stubApi({ [ROUTE]: buildMedicineDemand({ currentStock: 0, expiry, order }) })
  const { container } = show()
  expect(await screen.findByText('There is no stock.')).toBeTruthy()
  expect(screen.getAllByText('Not known yet')).toHaveLength(3)
  expect(screen.getByText('0 units in stock')).toBeTruthy()
  expect(screen.getByText('Nothing', { exact: true })).toBeTruthy()
  expect(screen.getByText(/^Lead time 1 day \+ review period 7 days = 8 days/)).toBeTruthy()
  expect(screen.getByText(/so the minimum does not count\.$/)).toBeTruthy()
  expect(container.textContent).not.toMatch(/NaN|Infinity|undefined|null/)
})
