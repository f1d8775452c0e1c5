import './indexed-db.ts'
import { type CreateBill, defaultBillSettings } from '@mms/contracts'
import { newKey } from '@mms/sdk'
import { problem, type StubbedCall } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { NewBillPage } from '../src/bills/new-bill-page.tsx'
import { writeOwnCounter } from '../src/own-counter.ts'
import { answerCatalogue, build, showPage, startServer, type } from './support.tsx'

const strip = { packSize: 15, packWord: 'strip', unitWord: 'tablet', unitPrice: 2, mrp: 2, packPrice: 30 }
const settings = { ...defaultBillSettings, tradeName: 'Rao Medicals', version: 3 }

type Bills = (call: StubbedCall, at: number) => unknown

export const final = ({ body }: StubbedCall) => {
  const { _id, number, payable, payments } = body as CreateBill
  const document = { _id, payable, payments, status: 'final', title: 'Cash Memo', rates: [], lines: [] }
  const store = { ...settings, licences: [] }
  const made = { madeAt: '2026-11-28T10:00:00.000Z', seller: { _id: 'u', name: 'Asha' }, store }
  const sums = { billDiscount: 0, total: payable, roundOff: 0, customer: null, doctor: null }
  return Response.json({ ...document, ...made, ...sums, number: `A/26-27/${number}` }, { status: 201 })
}

export function refuse(body: CreateBill | undefined, message: string, offer?: object) {
  const refused = [{ _id: body?.lines[0]?._id, code: 'inventory.insufficient_stock', message, offer }]
  return problem(409, 'Some lines cannot be sold', { code: 'sales.bill_refused', refused })
}

/** A registered counter with Dolo and Zinc in stock. A patient page waits for the answer of a slow machine. */
export async function openPage({ bills = final as Bills, isPatient = true } = {}) {
  const wait = window.setTimeout
  if (isPatient)
    vi.stubGlobal('setTimeout', (work: () => void, ms?: number) => wait(work, ms === 3_000 ? 600_000 : ms))
  const shelf = [
    build.medicine({ name: 'Dolo', ...strip }),
    build.medicine({ name: 'Zinc', unitPrice: 45, mrp: 50 }),
    build.medicine({ name: 'Old', expiryDate: '2020-01-31' }),
  ]
  const batches = [
    { _id: null, unitPrice: null, mrp: null, number: 'NEAR', expiryDate: '2098-01-31', stock: 20 },
    { _id: null, unitPrice: null, mrp: null, number: 'LATE', expiryDate: '2099-01-31', stock: 50 },
  ]
  await writeOwnCounter({ _id: newKey(), code: 'A', name: 'Front desk', secret: 's'.repeat(43) })
  const posted: CreateBill[] = []
  const { calls } = startServer(shelf, {
    'GET /api/bills/store': settings,
    'POST /api/bills/counters/own': { closedAt: null, last: 0, missing: [] },
    'GET /api/medicines/catalogue': () => answerCatalogue(shelf.map((each) => ({ ...each, batches }))),
    'POST /api/bills': (call: StubbedCall) => bills(call, posted.push(call.body as CreateBill) - 1),
  })
  show()
  await screen.findByText(/Type a medicine's name/)
  return { posted, calls }
}

export const show = () => showPage(<NewBillPage />)
export const picker = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Medicine/ })
export const lines = () =>
  within(screen.getByRole('list', { name: 'Lines of the bill' })).getAllByRole('listitem')
export const payable = () => screen.getByLabelText('Payable').textContent
export const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
/** Chat programs copy a text with invisible characters around it. */
export const paste = (label: string | RegExp, text: string) =>
  type(screen.getByLabelText(label), `\u202a\u200e${text}\u202c`)
export const submit = (name: string) => fireEvent.submit(screen.getByRole('form', { name }))

export async function add(name: string, quantity: string, isWaiting = false) {
  type(picker(), name)
  await screen.findByRole('option', { name: new RegExp(name) })
  fireEvent.keyDown(picker(), { key: 'Enter' })
  const field = screen.getByLabelText('Quantity')
  await expect.poll(() => document.activeElement).toBe(field)
  type(field, quantity)
  if (isWaiting) return
  submit('Add a medicine')
  await expect.poll(() => document.activeElement).toBe(picker())
}

/** Waits for the answer about the bill before. */
export async function pay(text = '') {
  await screen.findByText(/^Cash .*\(Enter\)$/)
  press('+')
  type(screen.getByLabelText(/^Cash given/), text)
  submit('Payment')
}
