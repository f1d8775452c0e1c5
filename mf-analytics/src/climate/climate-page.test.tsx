import { showPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { drawnIn, tabledIn } from '../../test/drawn-charts.tsx'
import { buildDemand, buildPrediction } from '../../test/support.tsx'
import { ClimatePage } from './climate-page.tsx'

vi.mock('react-apexcharts', async () => (await import('../../test/drawn-charts.tsx')).drawing)

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
  signInAs('staff')
  stubApi({ 'GET /api/medicines/climate-demand': buildDemand({ predictions }) })
  showPage(<ClimatePage />)
  const conditions = within(await screen.findByRole('region', { name: 'Current Conditions' }))
  for (const text of ['Winter', 'Cold']) conditions.getByText(text)
  within(screen.getByRole('region', { name: 'High-Risk Categories' })).getByText('Antivirals')
  const table = screen.getByRole('table', { name: 'Medicines with High Climate Sensitivity' })
  const [, ...rows] = within(table).getAllByRole('row')
  expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual(['Oseltamivir', 'Dolo'])
  const [first, second] = rows.map((row) => within(row))
  const facts = ['2.3x', 'Restock Needed', 'Cold weather raises its demand 1.5 times.']
  for (const text of facts) first?.getByText(text)
  expect(second?.getByText('Adequate')).toBeTruthy()
  expect(rows.map((row) => row.dataset.highlighted)).toEqual(['true', undefined])
  // Both charts draw what their tables say: the mean of each category, the medicines by risk.
  const category = /^Demand by Category/
  expect(await drawnIn(category, (value) => `${value.toFixed(1)}x`)).toEqual(tabledIn(category))
  expect(Object.values(tabledIn(category)).flat()).toEqual(['2.3x', '1.3x', '1.3x'])
  expect(await drawnIn(/^Climate Impact/, String)).toEqual(tabledIn(/^Climate Impact/).Medicines)
  expect(tabledIn(/^Climate Impact/).Medicines).toEqual(['1', '2'])
})
