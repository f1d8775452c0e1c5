import {
  type ForecastPoint,
  MEDICINE_DEMAND_PAGE,
  type MedicineDemand,
  type PastPeriodShown,
  type PeriodForecastShown,
} from '@mms/contracts'
import { notePages, problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { buildMedicineDemand, press, showPage } from '../../test/support.tsx'
import { area } from '../area.ts'
import { DemandPage } from './demand-page.tsx'

// the drawing itself needs a real browser; its figures are in the table beside it
vi.mock('react-apexcharts', () => ({ default: () => null }))

const ID = '0193a000-0000-7000-8000-0000000000aa'
const ROUTE = `GET /api/demand/${ID}`

beforeEach(() => signInAs('staff'))

it('is where other areas link to', () => {
  expect(area.routes.map(({ path }) => path)).toContain(MEDICINE_DEMAND_PAGE)
})

const show = () => showPage(<DemandPage />, { at: `/medicine-demand/${ID}`, route: '/medicine-demand/:id' })

const past = (start: string, days: number, consumed: number, stockOutDays = 0): PastPeriodShown => ({
  ...{ start, days, stockOutDays, consumed },
  corrected: stockOutDays === days ? null : (consumed * days) / (days - stockOutDays),
})
const point = (start: string): ForecastPoint => ({
  ...{ start, units: 24, factor: 1.2, low80: 18, high80: 31, low95: 12, high95: 40 },
})
const periods = (starts: string[]): PeriodForecastShown => ({
  ...{ method: 'factor+ses', weights: { factor: 0.6, ses: 0.4 }, base: 20, known: 52 },
  ...{ pastError: { forecasts: 40, meanAbsolute: 3, meanActual: 20 }, points: starts.map(point) },
})

const withHistory = (): MedicineDemand =>
  buildMedicineDemand({
    forecastState: 'made',
    history: {
      weeks: [past('2026-11-02', 7, 21), past('2026-11-09', 7, 8, 3)],
      months: [past('2026-10-01', 31, 93)],
    },
    forecast: {
      madeOn: '2026-11-21',
      ...{ weeks: periods(['2026-11-16', '2026-11-23']), months: periods(['2026-11-01']) },
    },
    consumption: {
      perMonth: 91,
      months: [past('2026-08-01', 31, 90), past('2026-09-01', 30, 60, 10), past('2026-10-01', 31, 93)],
    },
    monthsOfStock: 1.1,
    expiry: {
      ...{ unitsAtRisk: 30, valueAtRisk: 600 },
      lots: [{ expiryDate: '2027-01-31', units: 100, demandUntil: 70, unitsAtRisk: 30 }],
    },
    order: {
      ...{ leadTimeDays: 7, reviewPeriodDays: 7, serviceLevel: 0.95, multiplier: 1.5, minimumUpTo: 16 },
      ...{ demand: 48, safety: { units: 9.5, errors: 39, periods: 2, kind: 'week' }, orderUpTo: 57.5 },
      ...{ onHand: 20, onOrder: 0, expiring: 0, suggested: 38 },
    },
  })

it('shows history, forecast and both bands, by week and by month', async () => {
  stubApi({ [ROUTE]: withHistory() })
  show()
  expect(await screen.findByRole('heading', { level: 1, name: 'Dolo 650' })).toBeTruthy()
  const table = await screen.findByRole('table', { name: 'Demand by weeks: history and forecast' })
  const cellsOf = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  const [head, ...rows] = within(table).getAllByRole('row') as [HTMLElement, ...HTMLElement[]]
  expect(
    within(head)
      .getAllByRole('columnheader')
      .map((each) => each.textContent),
  ).toEqual([
    ...['Name', 'Used', 'Corrected for days without stock', 'Forecast', '95 % limits', '80 % limits'],
  ])
  expect(rows.map(cellsOf)).toEqual([
    ['21', '21', '-', '-', '-'],
    ['8', '14', '-', '-', '-'],
    ['-', '-', '24', '12 – 40', '18 – 31'],
    ['-', '-', '24', '12 – 40', '18 – 31'],
  ])
  press('Months')
  const months = await screen.findByRole('table', { name: 'Demand by months: history and forecast' })
  expect(within(months).getAllByRole('row')).toHaveLength(3)
})

it('shows each figure, and the sum it came from with its inputs', async () => {
  stubApi({ [ROUTE]: withHistory() })
  show()
  expect(await screen.findByText('91 units')).toBeTruthy()
  expect(screen.getByText('(90 + 90 + 93) ÷ 3 = 91 units a month.')).toBeTruthy()
  expect(screen.getByText('100 in stock ÷ 91 a month = 1.1 months.')).toBeTruthy()
  expect(screen.getByText('30 × ₹20.00 = ₹600.00.')).toBeTruthy()
  expect(screen.getByText('38 units')).toBeTruthy()
  expect(screen.getByText(/^57.5 − 20 in stock − 0 on order .* \+ 0 that expire .* = 38\.$/)).toBeTruthy()
  expect(screen.getByText(/minimum 10 × 1.5 = 15 it needs restocking: order up to 16 at least/)).toBeTruthy()
  expect(
    screen.getByText(/By week: from 52 whole weeks .* level × season 60%, smoothed level 40%/),
  ).toBeTruthy()
  expect(screen.getAllByText(/off by 3 units on average \(15% of the mean week\)/)).toHaveLength(1)
  fireEvent.click(screen.getByText('Each week, with its factor and limits'))
  const weeks = screen.getByRole('table', { name: 'Forecast by week' })
  expect(within(weeks).getAllByText('20 × 1.2 = 24')).toHaveLength(2)
  act(() => notePages(['/medicines/:id', '/medicine-demand/:id']))
  const link = screen.getByRole('link', { name: 'History' })
  expect(link.getAttribute('href')).toBe(`/medicines/${ID}`)
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Demand')
  screen.getByText('Alerts (not available)')
  act(() => notePages([]))
})

it('pretends nothing without history', async () => {
  stubApi({ [ROUTE]: buildMedicineDemand() })
  const { container } = show()
  expect(await screen.findByRole('heading', { name: 'No demand data yet' })).toBeTruthy()
  expect(screen.getByText('No whole month of records yet')).toBeTruthy()
  expect(screen.getByText(/^No sales to forecast from yet\.$/)).toBeTruthy()
  expect(container.textContent).not.toMatch(/NaN|Infinity|undefined|null/)
})

it('says that the forecast is being made, and shows the history meanwhile', async () => {
  stubApi({ [ROUTE]: { ...withHistory(), forecastState: 'pending', forecast: null } })
  show()
  expect(await screen.findByText('The forecast is being made')).toBeTruthy()
  const table = await screen.findByRole('table', { name: /^Demand by weeks/ })
  expect(within(table).queryByText('Forecast')).toBeNull()
})

it('says what is deleted, and suggests no order of it', async () => {
  stubApi({ [ROUTE]: buildMedicineDemand({ deleted: true, currentStock: 0, order: null }) })
  show()
  expect(await screen.findByText('Deleted')).toBeTruthy()
  expect(screen.queryByText('Suggested order')).toBeNull()
})

it.each([404, 400])('says that there is no such medicine (%i)', async (status) => {
  stubApi({ [ROUTE]: () => problem(status, 'Medicine not found') })
  show()
  expect(await screen.findByText('There is no such medicine')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('says what failed and recovers', async () => {
  let isBroken = true
  stubApi({ [ROUTE]: () => (isBroken ? problem(500, 'Out of order') : withHistory()) })
  show()
  expect(await screen.findByText('Failed to load the demand')).toBeTruthy()
  isBroken = false
  press('Try again')
  expect(await screen.findByText('91 units')).toBeTruthy()
})
