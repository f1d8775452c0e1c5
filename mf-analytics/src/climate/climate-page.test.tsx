import { events } from '@mms/sdk'
import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { drawnIn, tabledIn } from '../../test/drawn-charts.tsx'
import { buildDemand, buildPrediction, press, showPage } from '../../test/support.tsx'
import { ClimatePage } from './climate-page.tsx'

vi.mock('react-apexcharts', async () => (await import('../../test/drawn-charts.tsx')).drawing)

const ROUTE = 'GET /api/medicines/climate-demand'

beforeEach(() => signInAs('staff'))

const predictions = [
  buildPrediction({ medicine: 'Dolo', category: 'Antipyretics', predictedDemandMultiplier: 1.31 }),
  buildPrediction({
    medicine: 'Oseltamivir',
    category: 'Antivirals',
    isHighRiskCategory: true,
    predictedDemandMultiplier: 2.25,
    needsRestock: true,
    currentStock: 4,
    reasonsForPrediction: ['Cold weather raises its demand 1.5 times.'],
  }),
  buildPrediction({ medicine: 'Ordinary', predictedDemandMultiplier: 1.3 }),
]

it('shows the conditions, the categories at risk and the sensitive medicines, highest first', async () => {
  stubApi({ [ROUTE]: buildDemand({ predictions }) })
  showPage(<ClimatePage />)
  const conditions = await screen.findByRole('region', { name: 'Current Conditions' })
  expect(within(conditions).getByText('Winter')).toBeTruthy()
  expect(within(conditions).getByText('Cold')).toBeTruthy()
  const risk = screen.getByRole('region', { name: 'High-Risk Categories' })
  expect(within(risk).getByText('Antivirals')).toBeTruthy()
  const table = screen.getByRole('table', { name: 'Medicines with High Climate Sensitivity' })
  const [, ...rows] = within(table).getAllByRole('row')
  expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual(['Oseltamivir', 'Dolo'])
  expect(within(rows[0] as HTMLElement).getByText('2.3x')).toBeTruthy()
  expect(within(rows[0] as HTMLElement).getByText('Restock Needed')).toBeTruthy()
  expect(within(rows[0] as HTMLElement).getByText('Cold weather raises its demand 1.5 times.')).toBeTruthy()
  expect(within(rows[1] as HTMLElement).getByText('Adequate')).toBeTruthy()
  expect(rows.map((row) => row.dataset.highlighted)).toEqual(['true', undefined])
})

it('shows the mean of each category and the medicines by risk', async () => {
  stubApi({ [ROUTE]: buildDemand({ predictions }) })
  showPage(<ClimatePage />)
  const demand = await screen.findByRole('table', { name: /Demand by Category/ })
  const rows = within(demand).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    'Antivirals2.3x',
    'Antipyretics1.3x',
    'Antibiotics1.3x',
  ])
  const risk = screen.getByRole('table', { name: /Climate Impact Distribution/ })
  expect(within(risk).getByRole('row', { name: /High risk/ }).textContent).toBe('High risk1')
  expect(within(risk).getByRole('row', { name: /Normal risk/ }).textContent).toBe('Normal risk2')
})

it('says that there are no medicines yet', async () => {
  stubApi({ [ROUTE]: buildDemand() })
  showPage(<ClimatePage />)
  expect(await screen.findByRole('heading', { name: 'No medicines yet' })).toBeTruthy()
})

it('says how old the figures are when they are', async () => {
  const old = { asOf: '2026-11-20T06:30:00.000Z', behindSeconds: 4_000 }
  const dataAge = { inventory: { asOf: old.asOf, behindSeconds: 0 }, sales: old }
  stubApi({ [ROUTE]: buildDemand({ predictions, dataAge }) })
  showPage(<ClimatePage />)
  expect(await screen.findByText('These figures are not up to date')).toBeTruthy()
  expect(screen.getByText(/^Sales: as of/)).toBeTruthy()
})

it('says what failed and recovers', async () => {
  let isBroken = true
  stubApi({ [ROUTE]: () => (isBroken ? problem(500, 'Out of order') : buildDemand({ predictions })) })
  showPage(<ClimatePage />)
  expect(await screen.findAllByText('Failed to fetch climate predictions')).toHaveLength(2)
  isBroken = false
  press('Try again')
  expect(await screen.findByText('Winter')).toBeTruthy()
})

it('says that it loads, and nothing of missing medicines', async () => {
  stubApi({ [ROUTE]: () => new Promise(() => {}) })
  showPage(<ClimatePage />)
  expect(await screen.findByRole('status', { name: 'Loading climate predictions...' })).toBeTruthy()
  expect(screen.queryByText('No medicines yet')).toBeNull()
})

it('keeps the figures on the screen when they cannot be fetched again, and says so', async () => {
  let isBroken = false
  stubApi({ [ROUTE]: () => (isBroken ? problem(500, 'Out of order') : buildDemand({ predictions })) })
  showPage(<ClimatePage />)
  await screen.findByText('Winter')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  isBroken = true
  act(() => events.emit('medicines-changed', { medicineIds: [] }))
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(screen.getByText('Failed to fetch climate predictions')).toBeTruthy()
  expect(screen.getByText('Winter')).toBeTruthy()
})

it('draws in both charts what their tables say', async () => {
  stubApi({ [ROUTE]: buildDemand({ predictions }) })
  showPage(<ClimatePage />)
  const category = /^Demand by Category/
  expect(await drawnIn(category, (value) => `${value.toFixed(1)}x`)).toEqual(tabledIn(category))
  expect(await drawnIn(/^Climate Impact/, String)).toEqual(tabledIn(/^Climate Impact/).Medicines)
})

it('lists the hundred highest of many, and counts the others', async () => {
  const many = Array.from({ length: 1_120 }, (_, at) =>
    buildPrediction({ medicine: `M${at}`, predictedDemandMultiplier: 1.4 + at / 1_000 }),
  )
  stubApi({ [ROUTE]: buildDemand({ predictions: many }) })
  showPage(<ClimatePage />)
  expect(await screen.findByText('The 100 highest of 1,120')).toBeTruthy()
  const table = screen.getByRole('table', { name: 'Medicines with High Climate Sensitivity' })
  const names = within(table)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)
  expect(names).toHaveLength(100)
  expect([names[0], names[99]]).toEqual(['M1119', 'M1020'])
})

it('says so where no category is at risk and no medicine is sensitive', async () => {
  const ordinary = [buildPrediction({ predictedDemandMultiplier: 1.3 })]
  stubApi({ [ROUTE]: buildDemand({ predictions: ordinary, highRiskCategories: [] }) })
  showPage(<ClimatePage />)
  expect(await screen.findByText('None at present.')).toBeTruthy()
  expect(screen.getByText('No medicine has a multiplier above 1.3 now.')).toBeTruthy()
})
