import type { DataAge, ForecastPoint, MedicineDemand, ShownPastPeriod } from '@mms/contracts'
import { showPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { drawnIn, tabledIn } from '../../test/drawn-charts.tsx'
import { buildMedicineDemand, freshData, press } from '../../test/support.tsx'
import { DemandPage } from './demand-page.tsx'

vi.mock('react-apexcharts', async () => (await import('../../test/drawn-charts.tsx')).drawing)

const ONE = '0193a000-0000-7000-8000-0000000000aa'
const ROUTE = 'GET /api/demand/:id'
const show = (answer: MedicineDemand) => {
  stubApi({ [ROUTE]: answer })
  return showPage(<DemandPage />, { at: `/medicine-demand/${ONE}`, route: '/medicine-demand/:id' })
}

const past = (start: string, days: number, consumed: number, stockOutDays = 0): ShownPastPeriod => ({
  start,
  days,
  stockOutDays,
  consumed,
  corrected: stockOutDays === days ? null : (consumed * days) / (days - stockOutDays),
})
const week = (start: string, consumed: number, stockOutDays = 0) => past(start, 7, consumed, stockOutDays)
const point = (start: string, units: number, factor = 1): ForecastPoint => ({
  start,
  units,
  factor,
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
const history = { weeks, months: [] }
const demandOf = (parts: Partial<MedicineDemand> = {}) =>
  buildMedicineDemand({ forecastState: 'made', history, forecast: forecast([24, 30]), ...parts })
const age = (behindSeconds: number | null) =>
  ({ asOf: behindSeconds && '2026-11-20T06:30:00.000Z', behindSeconds }) as DataAge['sales']

beforeEach(() => signInAs('staff'))

it('draws what its table says, gaps where there was no stock all week, and both bands', async () => {
  show(demandOf())
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

it.each([
  ['sales is a little behind', { ...freshData, sales: age(119) }, null],
  ['stock was never received', { ...freshData, inventory: age(null) }, /^Stock: not known yet\.$/],
  [
    'both are behind',
    { inventory: age(4_000), sales: age(9_000) },
    /^Stock: as of Nov 20, 2026.*\. Sales: as of Nov 20, 2026.*\.$/,
  ],
])('says of stale figures which and since when, where %s', async (_, dataAge, text) => {
  show(demandOf({ dataAge }))
  await screen.findByRole('heading', { level: 1, name: 'Dolo 650' })
  expect(screen.queryByText('These figures are not up to date') !== null).toBe(text !== null)
  if (text) screen.getByText(text)
})

it('shows weeks and months of the same medicine, each with a forecast only where there is one', async () => {
  const month = { start: '2026-10-01', days: 31, stockOutDays: 0, consumed: 93, corrected: 93 }
  show(demandOf({ history: { weeks, months: [month] } }))
  await screen.findByRole('table', { name: /^Demand by weeks/ })
  press('Months')
  expect(tabledIn(/^Demand by months/)).toEqual({ Used: ['93'] })
  screen.getByText('There is no full month of sales yet, so there is no monthly forecast.')
  expect(screen.getByRole('button', { name: 'Months' }).getAttribute('aria-pressed')).toBe('true')
  press('Weeks')
  expect(Object.keys(tabledIn(/^Demand by weeks/))).toContain('Forecast')
})

it('says of a medicine without stock and without sales what is not known, and orders by its minimum', async () => {
  const demand = buildMedicineDemand({ currentStock: 0 })
  Object.assign(demand.order as object, { leadTimeDays: 1, multiplier: 0, orderUpTo: 0, onHand: 0 })
  const { container } = show({ ...demand, expiry: { ...demand.expiry, lots: [] } })
  await screen.findByText('Nothing is in stock.')
  expect(screen.getAllByText('Not known yet')).toHaveLength(3)
  const lead = /^Lead time 1 day \+ review period 7 days = 8 days/
  const texts = ['0 units in stock', /^Nothing$/, lead, /minimum level ignored\.$/]
  for (const text of texts) screen.getByText(text)
  expect(container.textContent).not.toMatch(/NaN|Infinity|undefined|null/)
})

it('shows the sums that its figures come from', async () => {
  show(
    buildMedicineDemand({
      consumption: {
        perMonth: 91,
        months: [past('2026-08-01', 31, 90), past('2026-09-01', 30, 60, 10), past('2026-10-01', 31, 93)],
      },
      monthsOfStock: 1.1,
      currentStock: 120,
      usableStock: 100,
      expiry: {
        ...{ unitsAtRisk: 30, valueAtRisk: 600 },
        lots: [{ expiryDate: '2027-01-31', units: 100, demandUntil: 70, unitsAtRisk: 30 }],
      },
      order: {
        ...{ leadTimeDays: 7, reviewPeriodDays: 7, serviceLevel: 0.95, multiplier: 1.5, minimumUpTo: 16 },
        ...{ demand: 48, safety: { units: 9.5, errors: 39, periods: 2, kind: 'week' }, orderUpTo: 57.5 },
        ...{ onHand: 20, onOrder: 0, expiring: 0, suggested: 38 },
      },
    }),
  )
  await screen.findByText('(90 + 90 + 93) ÷ 3 = 91 units a month.')
  screen.getByText('100 of 120 units in stock can be sold')
  screen.getByText('100 that can be sold ÷ 91 a month = 1.1 months.')
  screen.getByText('30 units at the prices of their batches = ₹600.00.')
  screen.getByText(/^57.5 − 20 in stock − 0 on order .* \+ 0 expected to expire .* = 38\.$/)
  screen.getByText(/minimum of 10 × 1.5 = 15, it needs restocking: order up to at least 16/)
})

it('says that stock on hold or expired cannot be sold', async () => {
  const { expiry, ...demand } = buildMedicineDemand({ usableStock: 0 })
  show({ ...demand, expiry: { ...expiry, lots: [] } })
  expect(await screen.findAllByText(/^Nothing can be sold: all 100 units are on hold or exp/)).toHaveLength(2)
})

it('says what is deleted, and suggests no order of it', async () => {
  show(buildMedicineDemand({ deleted: true, currentStock: 0, order: null }))
  expect(await screen.findByText('Deleted')).toBeTruthy()
  expect(screen.queryByText('Suggested order')).toBeNull()
})
