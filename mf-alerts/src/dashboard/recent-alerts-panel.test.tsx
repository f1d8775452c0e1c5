import { showPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { buildAlert, named } from '../../test/support.tsx'
import { RecentAlertsPanel } from './recent-alerts-panel.tsx'

const RECENT = 'GET /api/alerts/recent'

beforeEach(() => signInAs('staff'))

it('shows message, severity in words and created time, and leads to the medicine and to all alerts', async () => {
  const alert = named('Dolo 650', { severity: 'high', message: 'Nothing is left of Dolo 650.' })
  const gone = buildAlert({ medicineId: null, severity: 'low', message: 'Something expires.' })
  stubApi({ [RECENT]: [alert, gone] })
  showPage(<RecentAlertsPanel />)
  const panel = within(await screen.findByRole('region', { name: 'Recent Alerts' }))
  const [first, second] = panel.getAllByRole('listitem').map((item) => within(item))
  first?.getByText('High')
  first?.getByText(/20 Nov 2026|Nov 20, 2026/)
  expect(first?.getByRole('link', { name: alert.message }).getAttribute('href')).toBe(
    `/medicines/${alert.medicineId?._id}`,
  )
  second?.getByText('Something expires.')
  second?.getByText('Low')
  expect(second?.queryByRole('link')).toBeNull()
  expect(panel.getByRole('link', { name: 'View all alerts' }).getAttribute('href')).toBe('/alerts')
})

it('names a medicine with several alerts once', async () => {
  const medicineId = { _id: '0193a000-0000-7000-8000-00000000000a', name: 'Dolo 650' }
  stubApi({
    [RECENT]: [
      buildAlert({ medicineId, detail: 'Low: 2 left (min 10)' }),
      buildAlert({ medicineId, severity: 'high', detail: '2 units, ₹60, expired on 1 Nov 2026' }),
    ],
  })
  showPage(<RecentAlertsPanel />)
  const [item, ...others] = await screen.findAllByRole('listitem')
  expect(others).toEqual([])
  expect(item?.textContent).toMatch(/^Dolo 6502 units, ₹60, expired.*Low: 2 left/)
})

it.each([
  ['says that there are none', 12, /No recent alerts/],
  ['is silent in a store without medicines', 0, /^$/],
])('%s', async (_, total, text) => {
  stubApi({ [RECENT]: [], 'GET /api/medicines/summary': { total, lowStock: 0, expiringSoon: 0 } })
  const { container } = showPage(<RecentAlertsPanel />)
  await expect.poll(() => container.textContent).toMatch(text)
})
