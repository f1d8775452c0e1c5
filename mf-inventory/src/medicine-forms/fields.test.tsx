import { signInAs } from '@mms/sdk/test-support'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openAdd, shelf, showForm, stockShelf, stubShelf } from '../../test/forms.tsx'
import { buildBatch, press, type } from '../../test/support.tsx'

function showAdd() {
  const { calls } = openAdd()
  type(/^Medicine Name/, 'Dolo 650')
  type(/^Category/, 'Antipyretics')
  return calls
}

const saved = async (calls: { method: string; body: unknown }[]) => {
  press('Save Medicine')
  const sent = () => calls.find(({ method }) => method !== 'GET')
  await expect.poll(sent).toBeDefined()
  return sent()?.body
}

beforeEach(() => {
  stockShelf()
  signInAs('admin')
})

it('the code of a scanner ends with Enter, which does not save but leads on', async () => {
  const calls = showAdd()
  const barcode = await screen.findByLabelText('Barcode')
  type('Barcode', '4006381333931')
  barcode.focus()
  expect(fireEvent.keyDown(barcode, { key: 'Enter' })).toBe(false)
  expect(document.activeElement).toBe(screen.getByLabelText(/^Current Stock/))
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
})

describe('the composition', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('Composition')

  const nameIs = (text: string) => {
    type(/^Medicine Name/, text)
    fireEvent.blur(screen.getByLabelText(/^Medicine Name/))
  }

  it('is offered from the name, and taken by a click', async () => {
    const composition = 'Amoxicillin 500 mg + Clavulanic Acid 125 mg'
    const { calls } = openAdd({ 'GET /api/medicines/composition': { composition } })
    type(/^Category/, 'Antibiotics')
    nameIs('Amoxicillin 500 mg + Clavulanic Acid 125 mg tablets (10)')
    fireEvent.click(await screen.findByRole('button', { name: /^Use Amoxicillin/ }))
    expect(field().value).toBe(composition)
    expect(document.activeElement).toBe(field())
    expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull()
    expect(await saved(calls)).toMatchObject({ composition })
  })

  it('completes the salt after the last plus', async () => {
    openAdd({ 'GET /api/medicines/salts': ['Paracetamol', 'Caffeine', 'Calcium Carbonate'] })
    const offered = () => [...(field().list?.options ?? [])].map(({ value }) => value)
    fireEvent.focus(field())
    type('Composition', 'pa')
    await waitFor(() => expect(offered()).toEqual(['Paracetamol']))
    type('Composition', 'Paracetamol 500 mg + ca')
    expect(offered()).toEqual(['Paracetamol 500 mg + Caffeine', 'Paracetamol 500 mg + Calcium Carbonate'])
    type('Composition', 'Paracetamol 500 mg + c')
    expect(offered()).toEqual([])
  })
})

it('a pack size turns the prices into those of a pack and explains stock and share', async () => {
  const calls = showAdd()
  type(/^Pack Size/, '15')
  fireEvent.change(screen.getByLabelText('Pack'), { target: { value: 'strip' } })
  fireEvent.change(screen.getByLabelText('Unit'), { target: { value: 'tablet' } })
  type(/^Current Stock/, '184')
  type(/^Price per strip/, '35')
  screen.getByText('184 tablets = 12 strips + 4')
  screen.getByText('₹2.33 per tablet')
  const body = { packSize: 15, currentStock: 184, packPrice: 35, unitPrice: 2.33 }
  expect(await saved(calls)).toMatchObject(body)
})

it('an administrator sees the cost price and saves another, and staff neither see nor send it', async () => {
  shelf.stored = { ...shelf.stored, costPrice: 12 }
  const calls = stubShelf()
  await showForm()
  expect(screen.getByLabelText<HTMLInputElement>(/^Cost Price/).value).toBe('12')
  type(/^Cost Price/, '15.55')
  expect(await saved(calls)).toMatchObject({ costPrice: 15.55 })
  cleanup()
  stockShelf()
  const own = stubShelf()
  await showForm()
  expect(screen.queryByLabelText(/^Cost Price/)).toBeNull()
  expect(await saved(own)).not.toHaveProperty('costPrice')
})

it('several batches stand in the place of the fields, and all else is saved as before', async () => {
  const several = [buildBatch({ number: 'AB1', stock: 60 }), buildBatch({ number: 'AB2', stock: 40 })]
  const calls = stubShelf({ 'GET /api/medicines/:id/batches': several })
  await showForm()
  await screen.findByRole('row', { name: /AB1/ })
  expect(screen.queryByLabelText(/^Current Stock/)).toBeNull()
  expect(screen.queryByLabelText(/^Expiry Date/)).toBeNull()
  screen.getByRole('link', { name: 'on the medicine’s page' })
  type(/^Unit Price/, '13')
  const { currentStock } = shelf.stored
  expect(await saved(calls)).toMatchObject({ currentStock, unitPrice: 13, expiryDate: null })
})
