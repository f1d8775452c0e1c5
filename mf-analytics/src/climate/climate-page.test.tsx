import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { buildDemand, buildPrediction, press, showPage } from '../../test/support.tsx'
import { ClimatePage } from './climate-page.tsx'

// the drawing itself needs a real browser; its figures are in the table beside it
vi.mock('react-apexcharts', () => ({ default: () => null }))

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
