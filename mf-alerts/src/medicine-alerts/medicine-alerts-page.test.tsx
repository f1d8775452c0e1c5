import { showPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { buildAlert } from '../../test/support.tsx'
import { MedicineAlertsPage } from './medicine-alerts-page.tsx'

const ID = '0193a000-0000-7000-8000-0000000000aa'

it('shows the alerts of one medicine, and where they are resolved', async () => {
  signInAs('staff')
  const calls = stubApi({
    'GET /api/medicines/:id': { name: 'Zinc', category: 'Vitamins' },
    'GET /api/alerts': [buildAlert({ message: 'Only 3 left' })],
  })
  showPage(<MedicineAlertsPage />, { at: `/medicine-alerts/${ID}`, route: '/medicine-alerts/:id' })
  expect(await screen.findByRole('heading', { name: 'Zinc' })).toBeTruthy()
  expect(await screen.findByRole('rowheader', { name: 'Only 3 left' })).toBeTruthy()
  expect(calls.find(({ path }) => path === '/api/alerts')?.query.get('medicine')).toBe(ID)
  expect(screen.getByRole('link', { name: /Mark or resolve/ }).getAttribute('href')).toBe('/alerts')
})
