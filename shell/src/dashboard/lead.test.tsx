import { addDays, addMonths } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import { problem, signInAs } from '@mms/sdk/test-support'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { buildManifest, freshPage, openShell, registryOf } from '../../test/support.tsx'

// the drawing itself needs a real browser; its figures are in the table beside it
vi.mock('react-apexcharts', () => ({ default: () => null }))

const routes = ['/medicines/expiry', '/sales', '/bills/store']
const nothing = { batches: 0, units: 0, value: 0, expiredBatches: 0, expiredUnits: 0, expiredValue: 0 }

/** In all states 900 expired rupees, 100 more in each month from this one on; 5 batches on hold. */
function sumOf({ query }: { query: URLSearchParams }) {
  const until = query.get('until') ?? ''
  const [status, isNear] = [query.get('status'), until === addDays(storeToday(), 7)]
  if (status === 'available' && isNear) return { ...nothing, batches: 3, expiredBatches: 2 }
  if (status) return { ...nothing, batches: status === 'quarantined' ? 5 : 0 }
  const months = Array.from({ length: 12 }, (_, at) => addMonths(storeToday(), at).slice(0, 7))
  return { ...nothing, value: 900 + 100 * (months.indexOf(until.slice(0, 7)) + 1), expiredValue: 900 }
}

const show = (total: number) =>
  openShell('/', {
    'GET /areas.json': registryOf(buildManifest({ routes })),
    'GET /api/medicines/summary': { total, lowStock: 0, expiringSoon: 0, expired: 0 },
    'GET /api/bills/store': { tradeName: 'Sai Medicals', legalName: 'Sai Traders' },
    'GET /api/medicines/batches/expiring/summary': sumOf,
    'GET /api/medicines/stock-cover': { out: 1_234 },
    'GET /api/alerts/summary': () => problem(404, 'Not found'),
    'GET /api/transactions/summary': ({ query }: { query: URLSearchParams }) => ({
      count: 1,
      rupeesIn: query.get('undone') && query.get('endDate') === storeToday() ? 4_200 : 100,
    }),
  })

beforeEach(() => {
  freshPage()
  localStorage.clear()
  signInAs('staff')
})

it('lists what is urgent with one action each, the sales of seven days, and what expires in twelve months', async () => {
  show(12)
  await screen.findByText(/are on hold/)
  const card = within(screen.getByRole('region', { name: 'Do now' }))
  await vi.waitFor(() => expect(card.getAllByRole('listitem')).toHaveLength(4), 60_000)
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2 batches have expired and are still in stockWrite off',
    expect.stringMatching(/^1 batch expires by .*Sell or return$/),
    '1,234 medicines are out of stockReorder',
    '5 batches are on holdDecide',
  ])
  await card.findByText('Some of this could not be checked.')
  expect(card.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/medicines/expiry?days=30',
    '/medicines/expiry?days=30',
    '/medicines?filter=low-stock&sort=stock',
    '/medicines/expiry?days=any&status=quarantined',
  ])
  const wall = within(await screen.findByRole('region', { name: 'Expiry by month' }))
  const months = wall.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(months).toEqual(Array(12).fill('₹100'))
  const week = within(await screen.findByRole('region', { name: 'This week' }))
  const days = week.getAllByRole('row').slice(1)
  expect(days.map(({ textContent }) => textContent?.slice(3))).toEqual([...Array(6).fill('₹100'), '₹4.2K'])
})

it('is silent in a store without medicines, and keeps the name of the shop for the next sign-in', async () => {
  show(0)
  await screen.findByText('Total Medicines: 42')
  await vi.waitFor(() => expect(localStorage.getItem('mms.shop-name')).toBe('Sai Medicals'), 60_000)
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Do now' })).toBeNull(), 60_000)
  expect(document.body.dataset.shop).toBe('Sai Medicals')
})
