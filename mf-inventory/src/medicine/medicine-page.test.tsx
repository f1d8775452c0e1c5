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
  for (const text of ['Out', /Min: 10/, '₹12.50', 'MRP', '₹14.00', /2020/, 'Expired']) screen.getByText(text)
  screen.getByText('Demand (not available)')
  fireEvent.click(screen.getByRole('link', { name: 'Edit' }))
  expect(location()).toBe(`/medicines/edit/${medicine._id}`)
})

it('shows composition, and cost and margin to those who get the cost', async () => {
  const known = { ...medicine, unitPrice: 20, costPrice: 15, composition: 'Zinc 20 mg' }
  const answers = { 'GET /api/medicines/:id/history': [], 'GET /api/medicines/:id/batches': [] }
  stubApi({ ...answers, 'GET /api/medicines/:id': answerMedicine(known) })
  const { unmount } = show()
  await screen.findByText('Zinc 20 mg')
  for (const text of ['Cost Price', '₹15.00', 'Margin', '25.0 %']) screen.getByText(text)
  unmount()
  stubApi({ ...answers, 'GET /api/medicines/:id': answerMedicine(medicine) })
  show()
  await screen.findByText('₹12.50')
  expect(screen.queryByText('Margin')).toBeNull()
})

it('counts a medicine in tablets, after it has shown what becomes of it', async () => {
  signInAs('admin')
  const strips = buildMedicine({ ...medicine, currentStock: 12, unitPrice: 35, version: 7, packSize: 1 })
  const calls = stubApi({
    'GET /api/medicines/:id': answerMedicine(strips),
    'GET /api/medicines/:id/history': [],
    'GET /api/medicines/:id/batches': [],
    'GET /api/users': [],
    'PUT /api/medicines/:id/pack': { ...strips, packSize: 15 },
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Count in tablets…' }))
  const convert = screen.getByRole('button', { name: 'Convert' })
  fireEvent.click(convert)
  await screen.findByText('Enter a whole number from 2 to 1000')
  fireEvent.change(screen.getByLabelText(/^Tablets in a strip/), { target: { value: '15' } })
  await screen.findByText('12 strips become 180 tablets. The price stays ₹35.00 per strip, ₹2.33 per tablet.')
  fireEvent.click(convert)
  await screen.findByText('Zinc is counted in tablets')
  const sent = calls.find(({ method }) => method === 'PUT')
  expect(sent?.headers.get('if-match')).toBe('"7"')
  expect(sent?.body).toEqual({ packSize: 15, packWord: 'strip', unitWord: 'tablet' })
})

it('offers staff no conversion, and none of a medicine that has packs', async () => {
  const answers = {
    'GET /api/medicines/:id/history': [],
    'GET /api/medicines/:id/batches': [],
    'GET /api/users': [],
  }
  stubApi({ ...answers, 'GET /api/medicines/:id': answerMedicine(medicine) })
  const { unmount } = show()
  await screen.findByRole('heading', { name: 'Zinc' })
  expect(screen.queryByText('Count in tablets…')).toBeNull()
  unmount()
  signInAs('admin')
  stubApi({ ...answers, 'GET /api/medicines/:id': answerMedicine({ ...medicine, packSize: 15 }) })
  show()
  await screen.findByRole('heading', { name: 'Zinc' })
  expect(screen.queryByText('Count in tablets…')).toBeNull()
})
