import { addDays, type CreateMedicine, type Medicine, storeDate } from '@mms/contracts'
import { type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { openAdd, showAdd } from '../../test/forms.tsx'
import { buildMedicine, press, type Stubs, type } from '../../test/support.tsx'
import { doubtsOf } from './doubts-dialog.tsx'

const crocin = buildMedicine({ name: 'Crocin  650', manufacturer: 'GSK', unitPrice: 2, currentStock: 23 })
const writes = (calls: StubbedCall[]) => calls.filter(({ method }) => method !== 'GET')
const yesterday = addDays(storeDate(), -1)

/** The form of a new medicine, which lacks a name only. */
function open(others: Medicine[] = [], add: Stubs[string] = () => Response.json({}, { status: 201 })) {
  const page = openAdd({ 'GET /api/medicines': others, 'POST /api/medicines': add })
  type(/^Category/, 'Antipyretics')
  type(/^Unit Price/, '2')
  return page
}
const added = () => screen.findByText('Medicine added successfully')

beforeEach(() => {
  sessionStorage.clear()
  signInAs('admin')
})

const changed = (stored: Partial<Medicine>, parts: Partial<CreateMedicine>) => {
  const medicine = buildMedicine(stored)
  return doubtsOf({ ...medicine, ...parts } as CreateMedicine, medicine, [])
}
const adding = (parts: Partial<CreateMedicine>, others = [crocin]) =>
  doubtsOf(buildMedicine({ unitPrice: 2, ...parts } as Partial<Medicine>) as CreateMedicine, null, others)

it.each([
  [
    'a price above the MRP, which is unlawful to sell at',
    adding({ mrp: 1.5 }),
    ['The price of ₹2.00 is above the MRP of ₹1.50. Selling above the MRP is unlawful.'],
  ],
  [
    'an expiry date in the past and a price ten times that of the same name, together',
    adding({ name: 'Crocin 650', manufacturer: 'Another', unitPrice: 20, expiryDate: yesterday }),
    [
      /^It expired on .*\. Expired stock cannot be sold\.$/,
      /^The price is ₹20\.00, but Crocin .* costs ₹2\.00\.$/,
    ],
  ],
  ['a price of 125 where it was 12.50', changed({}, { unitPrice: 125 }), [/from ₹12\.50 to ₹125\.00\.$/]],
  ['a price of 1.25 where it was 12.50', changed({}, { unitPrice: 1.25 }), [/from ₹12\.50 to ₹1\.25\.$/]],
  [
    'no price that stood above the MRP before',
    changed({ unitPrice: 90, mrp: 80 }, { manufacturer: 'X' }),
    [],
  ],
  [
    'no other maker, no other name that contains it, no fair price, not today as the last day',
    adding({ name: 'Crocin 650', unitPrice: 19.99, expiryDate: storeDate() }, [
      crocin,
      { ...crocin, name: 'Crocin 650 Advance', manufacturer: '' },
    ]),
    [],
  ],
  ['nothing that was so before', changed({ expiryDate: '2020-01-31' }, { unitPrice: 120 }), []],
])('a person is asked about %s', (_, doubts, texts) => {
  expect(doubts.map(({ text }) => text)).toEqual(
    texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))),
  )
})

it('asks about a medicine of the same name and maker, however they are written', async () => {
  const { calls } = open([crocin])
  const question = async () => within(await screen.findByRole('alertdialog', { name: 'Is this right?' }))
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
  await added()
  expect(writes(calls)).toHaveLength(1)
})

it('save and add another leads to an empty form, with the focus in its first field', async () => {
  const { calls, location } = open()
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

it('saves by Ctrl+S, once', async () => {
  const { calls } = open()
  type(/^Medicine Name/, 'Amoxicillin')
  for (const key of ['s', 's']) fireEvent.keyDown(document.body, { key, ctrlKey: true })
  await added()
  expect(writes(calls)).toHaveLength(1)
})

it('asks before it is left, as the browser does, only when something would be lost', async () => {
  const { location } = openAdd()
  const cancel = () => fireEvent.click(screen.getByRole('link', { name: 'Cancel' }))
  const isAskedByBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isAskedByBrowser()).toBe(false)
  type(/^Medicine Name/, 'Amoxicillin')
  expect(isAskedByBrowser()).toBe(true)
  cancel()
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  press('Keep editing')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(location()).toBe('/medicines/add')
  expect(screen.getByLabelText(/^Medicine Name/)).toHaveProperty('value', 'Amoxicillin')
  cancel()
  press('Leave without saving')
  await expect.poll(location).toBe('/medicines')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Amoxicillin')
})

it('sends the same Idempotency-Key again when the answer was lost, and after a reload', async () => {
  const pressSave = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save Medicine' }))
  const { calls } = open([], () => {
    if (writes(calls).length <= 2) throw new TypeError('Failed to fetch')
    return Response.json({}, { status: 201 })
  })
  type(/^Medicine Name/, 'Amoxicillin')
  await pressSave()
  await screen.findByText('Failed to save medicine')
  await pressSave()
  await expect.poll(() => writes(calls)).toHaveLength(2)
  cleanup()
  showAdd()
  await screen.findByDisplayValue('Amoxicillin')
  await pressSave()
  await added()
  const keys = writes(calls).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[\w-]{16,64}$/)
})
