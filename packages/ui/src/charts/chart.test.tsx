import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { Chart } from './chart.tsx'

vi.mock('./apex-chart.tsx', () => ({ ApexChart: () => null }))

const rows = () =>
  within(screen.getByRole('table', { name: 'Demand', hidden: true }))
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map(({ textContent }) => textContent))

it('has its figures as a table, the expected range with its limits, and a dash where nothing is known', () => {
  render(
    <UiProvider>
      <Chart
        kind="line"
        label="Demand"
        categories={['Nov', 'Dec']}
        series={[{ name: 'Sold', data: [123456, 7] }]}
        bands={[{ name: 'Expected', low: [Number.NaN, 100000], high: [Number.NaN, 150000] }]}
      />
    </UiProvider>,
  )
  screen.getByRole('img', { name: 'Demand' })
  expect(rows()).toEqual([
    ['Name', 'Sold', 'Expected'],
    ['Nov', '1,23,456', '-'],
    ['Dec', '7', '1,00,000 – 1,50,000'],
  ])
})
