import { signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerMedicine, buildMedicine, showPage } from '../../test/support.tsx'
import { MedicinePage } from './medicine-page.tsx'

beforeEach(() => signInAs('staff'))

const medicine = buildMedicine({
  name: 'Zinc',
  currentStock: 0,
  unitPrice: 12.5,
  mrp: 14,
  expiryDate: '2020-01-31',
})
const show = () => showPage(<MedicinePage />, { at: `/medicines/${medicine._id}`, route: '/medicines/:id' })

it('shows stock, price and expiry date in words, and leads to the form', async () => {
  stubApi({
    'GET /api/medicines/:id': answerMedicine(medicine),
    'GET /api/medicines/:id/history': [],
    'GET /api/medicines/:id/batches': [],
  })
  const { location } = show()
  await screen.findByRole('heading', { name: 'Zinc' })
  for (const text of ['Out', /Min: 10/, '₹12.50', 'MRP ₹14.00', /2020/, 'Expired']) screen.getByText(text)
  screen.getByText('Demand (not available)')
  fireEvent.click(screen.getByRole('link', { name: 'Edit' }))
  expect(location()).toBe(`/medicines/edit/${medicine._id}`)
})
