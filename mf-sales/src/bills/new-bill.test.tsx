import type { Drawer } from '@mms/contracts'
import { newKey } from '@mms/sdk'
import { problem } from '@mms/sdk/test-support'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import {
  add,
  final,
  lines,
  openPage,
  paste,
  pay,
  payable,
  picker,
  press,
  refuse,
  show,
  submit,
} from '../../test/new-bill.tsx'
import { recordPrints, startServer, type } from '../../test/support.tsx'
import { readOwnCounter } from '../own-counter.ts'
import { newBillDraft } from './draft.ts'
import { openJournal } from './journal.ts'

const printed = recordPrints()

it('sells packs and loose units, adds a waiting medicine before it pays, prints, and begins the next bill', async () => {
  const { posted, calls } = await openPage()
  await add('Dolo', '2.4')
  await add('Dolo', '.1', true)
  screen.getByText(/^1 tablet · ₹2\.00 · LATE/)
  press('Escape')
  await add('Zinc', 'x', true)
  submit('Payment')
  screen.getByText(/^Type 2 for 2 packs/)
  type(screen.getByLabelText('Quantity'), '2')
  submit('Payment')
  expect(lines()[0]?.textContent).toMatch(/1\. Dolo.*1 strip \+ 5.*NEAR.*14 tablets.*LATE/)
  expect(payable()).toBe('₹158.00')
  await pay('200')
  await expect.poll(() => printed).toHaveLength(1)
  expect(printed[0]).toContain('A/26-27/1')
  expect(screen.getByRole('status', { name: 'Last bill' }).textContent).toContain('Change₹42.00')
  const [body] = posted
  const sold = body?.lines.map(({ units, batch }) => `${units} of ${batch?.number}`)
  expect(sold).toEqual(['20 of NEAR', '14 of LATE', '2 of NEAR'])
  expect(body).toMatchObject({ number: 1, settingsVersion: 3, total: 15_800, payable: 15_800 })
  expect(body?.payments).toEqual([{ mode: 'cash', amount: 15_800, tendered: 20_000 }])
  const post = calls.find(({ method, path }) => method === 'POST' && path === '/api/bills')
  expect(post?.headers.get('idempotency-key')).toBe(body?._id)
  await add('Zinc', '1')
  await pay()
  await expect.poll(() => posted.map(({ number }) => number)).toEqual([1, 2])
})

it('gives credit only to a customer whose phone number can be called', async () => {
  const { posted } = await openPage()
  await add('Zinc', '1')
  press('F4')
  const pasted = { 'Customer or patient': 'Meera', Address: 'Pune', Doctor: 'Dr Rao', Registration: '4417' }
  for (const [label, text] of Object.entries(pasted)) paste(label, text)
  paste('GSTIN', '27AAPFU0939F1ZV')
  type(screen.getByLabelText('Phone'), '98220')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  press('+')
  press('r')
  submit('Payment')
  screen.getByText(/^For credit, type a mobile number of 10 digits/)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  paste(/^Phone/, '+91 98220-12345')
  expect(screen.queryByText(/^For credit/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  submit('Payment')
  await expect.poll(() => printed).toHaveLength(1)
  const customer = { name: 'Meera', phone: '+91 98220-12345', address: 'Pune', gstin: '27AAPFU0939F1ZV' }
  const doctor = { name: 'Dr Rao', registration: '4417' }
  expect(posted[0]).toMatchObject({ customer, doctor, payments: [{ mode: 'credit' }] })
})

it('removes, restores, discounts, holds and resumes by keys, and asks before it clears', async () => {
  await openPage()
  await add('Old', '1')
  screen.getByText(/^Expired .*: cannot be sold$/)
  press('Delete')
  await add('Dolo', '1')
  await add('Zinc', '1')
  press('ArrowUp')
  press('Delete')
  expect(lines()).toHaveLength(1)
  press('z', { altKey: true })
  press('%')
  type(screen.getByRole('textbox', { name: 'Discount' }), '10')
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(payable()).toBe('₹68.00')
  press('F9')
  const otherTab = await openJournal()
  await otherTab.hold({ ...newBillDraft(), id: 'other' })
  otherTab.close()
  await screen.findByRole('button', { name: 'Held bills (2)' })
  press('F9')
  fireEvent.click(await screen.findByRole('button', { name: /Zinc, Dolo/ }))
  expect(payable()).toBe('₹68.00')
  press('Escape')
  fireEvent.click(screen.getByRole('button', { name: 'Clear the bill' }))
  await screen.findByText(/Type a medicine's name/)
})

it('gives a typed discount to the line that is chosen after it, and takes another batch with a reason only', async () => {
  const { posted } = await openPage()
  await add('Dolo', '1')
  await add('Zinc', '1')
  press('ArrowUp')
  press('%')
  type(screen.getByRole('textbox', { name: 'Discount' }), '20')
  press('l')
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(payable()).toBe('₹69.00')
  press('F6')
  fireEvent.click(screen.getByRole('button', { name: /^LATE/ }))
  const use = screen.getByRole<HTMLButtonElement>('button', { name: 'Use this batch' })
  expect(use.disabled).toBe(true)
  paste(/^Reason/, 'NEAR is wet')
  fireEvent.click(use)
  press('+')
  press('d')
  paste('Reference', '4417')
  submit('Payment')
  await expect.poll(() => posted[0]?.lines[0]?.batch?.reason).toBe('NEAR is wet')
  expect(posted[0]?.payments[0]?.reference).toBe('4417')
})

it('brings a refused bill back with its lines marked, and asks again under the same number and another id', async () => {
  const prices = { packPrice: 4_000, packMrp: 5_000, units: 6 }
  const batches = [{ _id: newKey(), number: 'B9', expiryDate: null, ...prices }]
  const offer = { packSize: 1, taxClass: 'medicine', ...prices, batches }
  const { posted } = await openPage({
    bills: (call, at) => (at > 0 ? final(call) : refuse(posted[0], '6 left of Zinc', offer)),
  })
  await add('Zinc', '10')
  await pay('500')
  await screen.findByText('6 left of Zinc')
  screen.getByRole('button', { name: 'Sell 6 packs at ₹40.00 (Enter)' })
  await expect.poll(() => document.activeElement).toBe(picker())
  press('Enter')
  expect(payable()).toBe('₹240.00')
  submit('Payment')
  await expect.poll(() => printed).toHaveLength(1)
  const [first, second] = posted
  expect([first?.number, second?.number]).toEqual([1, 1])
  expect(second?._id).not.toBe(first?._id)
  expect(second?.payments).toEqual([{ mode: 'cash', amount: 24_000, tendered: 50_000 }])
  expect(second?.lines).toMatchObject([{ units: 6, packPrice: 4_000, batch: { number: 'B9' } }])
})

it('hands the bill over after three seconds without an answer, and sends the same bill until it is taken', async () => {
  const { posted } = await openPage({
    isPatient: false,
    bills: (call, at) => (at === 0 ? new Promise(() => {}) : at === 1 ? problem(503, 'Away') : final(call)),
  })
  await add('Zinc', '1')
  await pay()
  await expect.poll(() => printed).toHaveLength(1)
  expect(printed[0]).toMatch(/Rao Medicals.*A\/..-..\/000001.*Zinc.*₹45\.00/)
  await screen.findByText(/handed over but not sent yet/)
  await expect.poll(() => posted.map(({ handedOver }) => handedOver)).toEqual([undefined, true, true])
  expect(new Set(posted.map(({ _id }) => _id)).size).toBe(1)
  await expect.poll(() => screen.queryByText(/handed over but not sent yet/)).toBeNull()
  expect(printed).toHaveLength(1)
})

it('leads from a closed drawer to the page that opens it', async () => {
  await openPage()
  cleanup()
  const journal = await openJournal()
  await journal.keepDrawer({ counter: await readOwnCounter(), closing: {} } as unknown as Drawer)
  journal.close()
  show()
  const opener = await screen.findByRole('link', { name: 'Open the drawer' })
  expect(opener.getAttribute('href')).toBe('/bills/day')
})

it('says that an unregistered browser cannot sell', async () => {
  startServer([])
  vi.stubGlobal('indexedDB', new IDBFactory())
  await act(async () => void show())
  await screen.findByText('This browser is not set up as a counter yet')
  expect(screen.queryByRole('form')).toBeNull()
})
