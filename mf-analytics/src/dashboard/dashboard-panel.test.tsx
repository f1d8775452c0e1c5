import { problem, showPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { buildDemand, buildPrediction } from '../../test/support.tsx'
import { DashboardPanel } from './dashboard-panel.tsx'

// the drawing itself needs a real browser; its figures are in the table beside it
vi.mock('react-apexcharts', () => ({ default: () => null }))

const months = [
  { month: '2026-10', multiplier: 1.1, actual: 0.9 },
  { month: '2026-11', multiplier: 1.4, actual: null },
]

beforeEach(() => signInAs('staff'))

const show = (demand: unknown, outlook: unknown = { months }) => {
  const calls = stubApi({
    'GET /api/medicines/climate-demand': demand as object,
    'GET /api/reports/demand-outlook': outlook as object,
  })
  return { calls, ...showPage(<DashboardPanel />) }
}
const risky = (medicine: string, multiplier: number) =>
  buildPrediction({ medicine, isHighRiskCategory: true, predictedDemandMultiplier: multiplier })

it('recommends five of the categories at risk, above 1.3, also where all predictions come', async () => {
  const predictions = [
    ...[1.4, 1.9, 2.4, 1.6, 1.5, 1.7].map((multiplier) => risky(`M${multiplier}`, multiplier)),
    risky('At the limit', 1.3),
    buildPrediction({ medicine: 'Not at risk', predictedDemandMultiplier: 3 }),
  ]
  const { calls } = show(buildDemand({ predictions }))
  const panel = within(await screen.findByRole('region', { name: 'Seasonal & Climate Recommendations' }))
  const shown = panel.getAllByText(/^M\d|limit|Not at risk/)
  expect(shown.map((each) => each.textContent)).toEqual(['M2.4', 'M1.9', 'M1.7', 'M1.6', 'M1.5'])
  for (const text of ['2.4x demand', /; 5 of 8$/]) panel.getByText(text)
  expect(calls.find(({ path }) => path.endsWith('climate-demand'))?.query.get('recommended')).toBe('5')
  const link = panel.getByRole('link', { name: 'View detailed climate analysis' })
  expect(link.getAttribute('href')).toBe('/climate-analytics')
})

it('says why in one line, which opens into sentences; where the demand is usual it is the stock', async () => {
  const line = '2.0x demand: fall and dry; 20 left, 38 needed'
  const reason = 'Fall: ×1.2 (set for this medicine).'
  const dolo = { ...risky('Dolo', 2), reasonInOneLine: line, reasonsForPrediction: [reason] }
  show(buildDemand({ predictions: [dolo, risky('Usual', 1.5)] }))
  const summary = await screen.findByText(line)
  const sentence = within(summary.parentElement as HTMLElement).getByText(reason)
  expect(summary.closest('details')?.open).toBe(false)
  expect(sentence.closest('details')).toBe(summary.closest('details'))
  expect(screen.getByText('100 left')).toBeTruthy()
})

it('shows no forecast of a part of the history, and fetches it again until it is made', async () => {
  const outlook = vi.fn<() => unknown>(() => ({ months, isPending: true }))
  show(buildDemand({ predictions: [buildPrediction()] }), outlook)
  await screen.findByText('Calculating the forecast…')
  expect(screen.queryByRole('row', { name: /^Nov/ })).toBeNull()
  const ahead = months.map((month) => ({ ...month, forecast: month.actual === null ? 1.3 : null }))
  outlook.mockImplementation(() => ({ months: ahead, isPending: false }))
  const header = { name: 'Forecast from sales' }
  expect(await screen.findByRole('columnheader', header)).toBeTruthy()
  expect(screen.getByRole('row', { name: /^Oct/ }).textContent).toBe('Oct1.10.9-')
  expect(screen.getByRole('row', { name: /^Nov/ }).textContent).toBe('Nov1.4-1.3')
})

it('says that the prediction failed where it would stand, and loads it again', async () => {
  const months = vi.fn<() => unknown>(() => problem(503, 'Away'))
  show(() => problem(503, 'Away'), months)
  expect(await screen.findByText('Demand Prediction could not be loaded')).toBeTruthy()
  months.mockImplementation(() => ({ months: [{ month: '2026-12', multiplier: 1.2, actual: null }] }))
  screen.getByRole('button', { name: /again/i }).click()
  expect(await screen.findByRole('region', { name: 'Demand Prediction' })).toBeTruthy()
})

it('asks for no months and shows nothing in a store without medicines', async () => {
  const { calls, container } = show(buildDemand())
  await vi.waitFor(() => expect(calls).toHaveLength(1), 60_000)
  await expect.poll(() => container.textContent).toBe('')
  expect(calls).toHaveLength(1)
})
