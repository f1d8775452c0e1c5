import { addDays, type Medicine, storeDate } from '@mms/contracts'
import { type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openAdd, openEdit } from '../../test/forms.tsx'
import { buildMedicine, press, type } from '../../test/support.tsx'

const crocin = { name: 'Crocin  650', manufacturer: 'GSK', unitPrice: 2, currentStock: 23 }
const writes = (calls: StubbedCall[]) => calls.filter(({ method }) => method !== 'GET')

function showAdd(others: Partial<Medicine>[] = []) {
  const page = openAdd({ 'GET /api/medicines': others.map(buildMedicine) })
  type(/^Category/, 'Antipyretics')
  type(/^Unit Price/, '2')
  return page
}

const showEdit = (stored: Partial<Medicine>) => openEdit(buildMedicine(stored))

const question = async () => within(await screen.findByRole('alertdialog', { name: 'Is this right?' }))

beforeEach(() => {
  sessionStorage.clear()
  signInAs('admin')
})

describe('before it is saved a person is asked about', () => {
  it('a price above the MRP, which is unlawful to sell at', async () => {
    const { calls } = showAdd()
    type(/^Medicine Name/, 'Dolo 650')
    type(/^MRP/, '1.5')
    press('Save Medicine')
    const asked = await question()
    asked.getByText('The price of ₹2.00 is above the MRP of ₹1.50. Selling above the MRP is unlawful.')
    press('Save anyway')
    await screen.findByText('Medicine added successfully')
    expect(writes(calls)[0]?.body).toMatchObject({ unitPrice: 2, mrp: 1.5 })
  })

  it('no price up to the MRP, and none that stood above it before', async () => {
    const calls = await showEdit({ unitPrice: 90, mrp: 80 })
    type(/^Manufacturer/, 'GSK')
    press('Save Medicine')
    await expect.poll(() => writes(calls).length).toBe(1)
  })

  it('a medicine of the same name and maker, however they are written', async () => {
    const { calls } = showAdd([crocin])
    type(/^Medicine Name/, ' crocin 650')
    type('Manufacturer', 'gsk')
    press('Save Medicine')
    const asked = await question()
    asked.getByText('Crocin 650 by GSK is already in the list, with 23 in stock.')
    expect(calls[0]?.query.get('search')).toBe('crocin 650')
    press('Go back')
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText(/^Medicine Name/))
    expect(writes(calls)).toEqual([])
    await expect.poll(() => screen.queryByText('Saving...')).toBeNull()
    press('Save Medicine')
    await question()
    press('Save anyway')
    await screen.findByText('Medicine added successfully')
    expect(writes(calls)).toHaveLength(1)
  })

  it('an expiry date in the past and a price ten times that of the same name, together', async () => {
    const { calls } = showAdd([crocin])
    type(/^Medicine Name/, 'Crocin 650')
    type('Manufacturer', 'Another')
    type(/^Unit Price/, '20')
    type('Expiry Date', addDays(storeDate(), -1))
    press('Save Medicine')
    const asked = await question()
    expect(asked.getAllByRole('listitem')).toHaveLength(2)
    asked.getByText(/It expired on .*\. Expired stock cannot be sold\./)
    asked.getByText('The price is ₹20.00, but Crocin 650 by GSK costs ₹2.00.')
    expect(writes(calls)).toEqual([])
  })

  it.each([
    ['125', 'The price changes from ₹12.50 to ₹125.00.'],
    ['1.25', 'The price changes from ₹12.50 to ₹1.25.'],
  ])('a price of %s where it was 12.50', async (price, text) => {
    const calls = await showEdit({ unitPrice: 12.5 })
    type(/^Unit Price/, price)
    press('Save Medicine')
    ;(await question()).getByText(text)
    expect(writes(calls)).toEqual([])
  })
})

describe('nobody is asked about', () => {
  const expectSaved = async (calls: StubbedCall[]) => {
    press('Save Medicine')
    await expect.poll(() => writes(calls).length).toBe(1)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  }

  it('another maker, another name that contains it, a fair price, today as the last day', async () => {
    const { calls } = showAdd([crocin, { ...crocin, name: 'Crocin 650 Advance', manufacturer: '' }])
    type(/^Medicine Name/, 'Crocin 650')
    type(/^Unit Price/, '19.99')
    type('Expiry Date', storeDate())
    await expectSaved(calls)
  })

  it('what was so before', async () => {
    const calls = await showEdit({ expiryDate: '2020-01-31', unitPrice: 12.5 })
    type(/^Unit Price/, '120')
    await expectSaved(calls)
    expect(calls.some(({ path }) => path === '/api/medicines')).toBe(false)
  })
})

it('save and add another leads to an empty form, with the focus in its first field', async () => {
  const { calls, location } = showAdd()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Medicine Name/))
  for (const name of ['Crocin', 'Dolo']) {
    type(/^Medicine Name/, name)
    type(/^Category/, 'Antipyretics')
    press('Save and add another')
    await expect.poll(() => screen.getByLabelText(/^Medicine Name/)).toHaveProperty('value', '')
    expect(document.activeElement).toBe(screen.getByLabelText(/^Medicine Name/))
  }
  const sent = writes(calls)
  expect(sent.map(({ body }) => (body as Medicine).name)).toEqual(['Crocin', 'Dolo'])
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
  expect(location()).toBe('/medicines/add')
})
