import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { press, showPage } from '../../test/support.tsx'
import { DashboardPanel } from './dashboard-panel.tsx'

// the drawing itself needs a real browser; its figures are in the table beside it
vi.mock('react-apexcharts', () => ({ default: () => null }))

const cover = { out: 320, week: 41, month: 902, quarter: 5, longer: 6, unsoldLow: 7, unsold: 8 }
const levels = [{ _id: '1', name: 'Amoxicillin', currentStock: 4, minStockLevel: 40 }]

beforeEach(() => signInAs('admin'))

it('shows the figures with their links, and the chart', async () => {
  stubApi({
    'GET /api/medicines/summary': { total: 1200, lowStock: 18, expiringSoon: 7, expired: 3 },
    'GET /api/medicines/stock-levels': levels,
  })
  showPage(<DashboardPanel />)
  await screen.findByText('1,200')
  for (const text of ['Total Medicines', 'Low Stock Items', '18', 'Expiring Soon', '7', 'Expired', '3'])
    screen.getByText(text)
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['low-stock', 'expiring', 'expired'].map((filter) => `/medicines?filter=${filter}`))
  await screen.findByRole('img', { name: /current stock against minimum required/ })
  await screen.findByText('Amoxicillin')
  screen.getByText('Minimum Required')
})

it('shows days of stock where most of the ten bars would be empty', async () => {
  const empty = Array.from({ length: 10 }, (_, at) => ({
    ...{ _id: `${at}`, name: `Medicine ${at}`, currentStock: at < 4 ? 1 : 0, minStockLevel: 40 },
  }))
  stubApi({
    'GET /api/medicines/summary': { total: 10_000, lowStock: 900, expiringSoon: 7, expired: 3 },
    'GET /api/medicines/stock-levels': empty,
    'GET /api/medicines/stock-cover': cover,
  })
  showPage(<DashboardPanel />)
  await screen.findByRole('img', { name: 'Current Stock Levels: medicines by days of stock' })
  screen.getByText('No sales, at or below minimum')
  screen.getByText('902')
  expect(screen.queryByText('Minimum Required')).toBeNull()
})

it.each(['admin', 'staff'] as const)('shows %s how to begin while there is nothing', async (role) => {
  signInAs(role)
  stubApi({ 'GET /api/medicines/summary': { total: 0, lowStock: 0, expiringSoon: 0 } })
  showPage(<DashboardPanel />)
  await screen.findByRole('heading', { name: 'No Medicines Found' })
  expect(screen.queryByRole('link', { name: 'Add Medicine' }) !== null).toBe(role === 'admin')
  screen.getByRole('button', { name: 'Load Sample Data' })
})

it('shows zeros and Try again when the figures cannot be fetched', async () => {
  let isBroken = true
  stubApi({
    'GET /api/medicines/summary': () =>
      isBroken ? problem(500, 'Out of order') : { total: 3, lowStock: 1, expiringSoon: 2, expired: 0 },
    'GET /api/medicines/stock-levels': levels,
  })
  showPage(<DashboardPanel />)
  await screen.findByText('The figures could not be loaded')
  expect(screen.getAllByText('0')).toHaveLength(4)
  isBroken = false
  press('Try again')
  await screen.findByText('3')
})
