import { signInAs } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { showMedicine } from '../../test/pages.tsx'
import { buildMedicine } from '../../test/support.tsx'

beforeEach(() => signInAs('staff'))

const prices = { unitPrice: 12.5, mrp: 14 }
const medicine = buildMedicine({ name: 'Zinc', currentStock: 0, ...prices, expiryDate: '2020-01-31' })

it('shows stock, price and expiry date in words, and leads to the form', async () => {
  const { location } = showMedicine(medicine)
  await screen.findByRole('heading', { name: 'Zinc' })
  for (const text of ['Out', /Min: 10/, '₹12.50', 'MRP', '₹14.00', /2020/, 'Expired']) screen.getByText(text)
  screen.getByText('Demand (not available)')
  fireEvent.click(screen.getByRole('link', { name: 'Edit' }))
  expect(location()).toBe(`/medicines/edit/${medicine._id}`)
})

it('says what each price is for, and composition, cost and margin to those who get the cost', async () => {
  signInAs('admin')
  const strips = { packSize: 15, packWord: 'strip', unitWord: 'tablet', unitPrice: 2.33, packPrice: 35 }
  const known = { composition: 'Zinc 20 mg', costPrice: 1.5 }
  const { unmount } = showMedicine({ ...medicine, ...strips, mrp: 2.46, packMrp: 37, ...known })
  await screen.findByText('Zinc 20 mg')
  const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).nextSibling?.textContent
  expect(figure('Price')).toBe('₹2.33per tablet · ₹35.00 per strip of 15 tablets')
  expect(figure('MRP')).toBe('₹37.00per strip')
  expect(figure('Cost Price')).toBe('₹1.50per tablet')
  expect(figure('Margin')).toBe('35.6 %of the price')
  unmount()
  showMedicine(medicine)
  await screen.findByRole('heading', { name: 'Zinc' })
  expect(figure('Price')).toBe('₹12.50per pack')
  expect(figure('MRP')).toBe('₹14.00per pack')
  expect(screen.queryByText('Margin')).toBeNull()
})

it('counts a medicine in tablets, after it has shown what becomes of it', async () => {
  signInAs('admin')
  const strips = buildMedicine({ ...medicine, currentStock: 12, unitPrice: 35, version: 7, packSize: 1 })
  const { calls } = showMedicine(strips, { 'PUT /api/medicines/:id/pack': { ...strips, packSize: 15 } })
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
  const { unmount } = showMedicine(medicine)
  await screen.findByRole('heading', { name: 'Zinc' })
  expect(screen.queryByText('Count in tablets…')).toBeNull()
  unmount()
  signInAs('admin')
  showMedicine({ ...medicine, packSize: 15 })
  await screen.findByRole('heading', { name: 'Zinc' })
  expect(screen.queryByText('Count in tablets…')).toBeNull()
})
