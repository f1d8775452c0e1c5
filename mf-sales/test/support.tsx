import {
  type Catalogue,
  type CounterMedicine,
  columnsOf,
  defaultCounterLimits,
  defaultPack,
  type Medicine,
  type Transaction,
  type TransactionsSummary,
} from '@mms/contracts'
import { connectNotify, renderPage, type StubbedCall, signInAs, stubApi } from '@mms/sdk/test-support'
import { toast, UiProvider } from '@mms/ui'
import { act, fireEvent, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, expect, onTestFinished, vi } from 'vitest'
import type { MedicineBatch } from '../src/batches/api.ts'
import { catalogue } from '../src/medicines/catalogue.ts'
import { resetLimits } from '../src/questions/limits.ts'
import { SalesPage } from '../src/sales-page.tsx'

/** Each test has a browser of its own, in which staff is signed in. */
beforeEach(() => {
  localStorage.clear()
  resetLimits()
  signInAs('staff')
})

let made = 0
const nextId = () => {
  made += 1
  return `0193a000-0000-7000-8000-${String(made).padStart(12, '0')}`
}

/** A medicine as the API answers it. */
function buildMedicine(parts: Partial<Medicine> = {}): Medicine {
  const none = { winter: 1, spring: 1, summer: 1, fall: 1 }
  return {
    _id: nextId(),
    name: `Medicine ${made}`,
    category: 'Antibiotics',
    manufacturer: 'Cipla',
    barcode: null,
    composition: null,
    mrp: null,
    ...defaultPack,
    currentStock: 100,
    minStockLevel: 10,
    unitPrice: 12.5,
    expiryDate: null,
    demandFactors: {
      seasonal: false,
      seasonalTrend: none,
      climateDependent: false,
      climateFactors: { rainy: 1, dry: 1, cold: 1, hot: 1 },
    },
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...parts,
  }
}

/** A batch as the API answers it. */
const buildBatch = (parts: Partial<MedicineBatch> = {}): MedicineBatch => ({
  _id: nextId(),
  number: `B${made}`,
  expiryDate: '2097-02-28',
  status: 'available',
  stock: 5,
  unitPrice: null,
  mrp: null,
  ...parts,
})

/** A transaction as the API answers it. */
function buildTransaction(parts: Partial<Transaction> = {}): Transaction {
  return {
    _id: nextId(),
    medicineId: { _id: nextId(), name: `Medicine ${made}`, category: 'Antibiotics' },
    type: 'sale',
    direction: null,
    quantity: 2,
    unitPrice: 12.5,
    totalAmount: 25,
    note: '',
    status: 'completed',
    reason: null,
    newStockLevel: 98,
    reverses: null,
    reversedBy: null,
    sample: false,
    recordedBy: { _id: 'user-staff', name: 'Asha Rao' },
    createdAt: '2026-11-20T06:30:00.000Z',
    ...parts,
  }
}

export function answerHistory(transactions: Transaction[], { total = transactions.length, next = '' } = {}) {
  return Response.json(transactions, {
    headers: {
      'x-total-count': String(total),
      ...(next ? { link: `</api/transactions?limit=50&after=${next}>; rel="next"` } : {}),
    },
  })
}

/** Sums as the API answers them; those of no transaction unless told. */
const buildSummary = (parts: Partial<TransactionsSummary> = {}): TransactionsSummary => ({
  count: 0,
  unitsIn: 0,
  unitsOut: 0,
  rupeesIn: 0,
  rupeesOut: 0,
  ...parts,
})

const counterFields = { sold: 0, usualSale: null, usualPurchase: null, compositionKey: null, batches: [] }

/** All medicines, as a counter is told of them; with `since`, what changed. */
export function answerCatalogue(
  medicines: (Medicine & Partial<Omit<CounterMedicine, keyof Medicine>>)[],
  parts: Partial<Catalogue> = {},
): Catalogue {
  const rows = medicines.map((medicine) => ({
    ...counterFields,
    ...medicine,
    packPrice: medicine.packPrice ?? medicine.unitPrice,
    packMrp: medicine.packMrp ?? medicine.mrp,
  }))
  return {
    version: `2026-11-20/epoch.${JSON.stringify(medicines).length}`,
    isWhole: parts.since === undefined,
    medicines: [],
    deleted: [],
    ...(parts.since === undefined ? { columns: columnsOf(rows) } : { medicines: rows }),
    ...parts,
  }
}

export const SENT = 'POST /api/transactions'
export const BATCHES = 'GET /api/medicines/:id/batches'
export const offline = () => {
  throw new TypeError('Failed to fetch')
}
export const posts = (calls: StubbedCall[]) => calls.filter(({ method }) => method === 'POST')
/** Reads the bodies of all POST requests. */
export const bodies = (calls: StubbedCall[]) => () => posts(calls).map(({ body }) => body)
export const keyOf = (call: StubbedCall | undefined) => call?.headers.get('idempotency-key')

export type Stubs = Parameters<typeof stubApi>[0]

/**
 * Inventory and sales as the page meets them: stock follows what is recorded. `onSale` answers a transaction, as
 * usual again after `mend`. After `hold`, transactions wait until the function that it returns is called.
 */
export function startServer(medicines: Medicine[], more: Stubs = {}) {
  const history: Transaction[] = []
  const record = ({ body }: StubbedCall) => {
    const { medicineId, ...rest } = body as { medicineId: string; quantity: number; unitPrice: number }
    const medicine = medicines.find(({ _id }) => _id === medicineId)
    if (!medicine) throw new Error('Unknown medicine')
    medicine.currentStock -= rest.quantity
    const transaction = buildTransaction({
      ...rest,
      medicineId: medicine,
      totalAmount: rest.quantity * rest.unitPrice,
      createdAt: new Date().toISOString(),
      newStockLevel: medicine.currentStock,
    })
    history.unshift(transaction)
    return Response.json(transaction, { status: 201 })
  }
  onTestFinished(() => catalogue.forget())
  const calls = stubApi({
    'GET /api/transactions': () => answerHistory(history),
    'GET /api/transactions/summary': buildSummary(),
    'GET /api/transactions/limits': { ...defaultCounterLimits, version: 0, changes: [] },
    'GET /api/transactions/returnable/:id': { units: 100 },
    'GET /api/users': [],
    'GET /api/medicines/catalogue': () => answerCatalogue(medicines),
    [BATCHES]: [],
    'GET /api/bills/drawers': [],
    'GET /api/medicines/:id': ({ params }) => medicines.find(({ _id }) => _id === params.id) ?? null,
    [SENT]: (call) => server.onSale(call),
    ...more,
  })
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.onSale = (call) => promise.then(() => record(call))
    return resolve
  }
  const mend = () => {
    server.onSale = record
  }
  const server = { calls, history, record, hold, mend, onSale: record as (call: StubbedCall) => unknown }
  return server
}

/** A page as the shell shows it: router, queries, theme, and toasts that really appear. */
export function showPage(page: ReactElement, options: Parameters<typeof renderPage>[1] = {}) {
  onTestFinished(connectNotify(({ kind, text, detail, action }) => toast[kind](text, detail, action)))
  onTestFinished(() => act(toast.clear))
  return renderPage(page, { ...options, wrap: (tree) => <UiProvider>{tree}</UiProvider> })
}

type Place = NonNullable<Parameters<typeof renderPage>[1]>['at']

export const showSales = (at: Place = '/sales') => showPage(<SalesPage />, { at, route: '/sales' })

/** The page with a server of its own. */
export const openSales = (medicines: Medicine[], more: Stubs = {}, at?: Place) =>
  Object.assign(startServer(medicines, more), showSales(at))

/** Text of the papers that a test prints, in their order. */
export function recordPrints() {
  const printed: (string | null | undefined)[] = []
  beforeEach(() => {
    printed.length = 0
    vi.stubGlobal('print', () => printed.push(document.querySelector('[data-paper]')?.textContent))
  })
  return printed
}

const inForm = () => within(screen.getByRole('form', { name: 'Record New Transaction' }))
const picker = () => inForm().getByRole<HTMLInputElement>('combobox', { name: /^Medicine/ })
const field = (label: RegExp) => inForm().getByLabelText<HTMLInputElement>(label)
export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
export const press = (name: string | RegExp) => fireEvent.click(button(name))
export const type = (control: HTMLElement, value: string) => fireEvent.change(control, { target: { value } })

/** Types a part of the name and takes the first match by Enter, as somebody without a mouse does. */
async function choose(part: string, name = part) {
  type(picker(), part)
  await screen.findByRole('option', { name: new RegExp(name) })
  fireEvent.keyDown(picker(), { key: 'Enter' })
  expect(picker().value).toContain(name)
  await expect.poll(() => document.activeElement).toBe(field(/^Quantity/))
}

/** Which type is chosen in the form. */
const chosenType = () => inForm().getByRole<HTMLInputElement>('radio', { checked: true }).value
const chooseType = (name: string) =>
  fireEvent.click(inForm().getByRole('radio', { name: new RegExp(`^${name}`) }))

const submit = () => press(/^Record/)

/** Enter in a field of the form. */
const enter = () => fireEvent.submit(screen.getByRole('form', { name: 'Record New Transaction' }))

/** What a screen reader says with a field. */
const describing = (label: RegExp) => {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

/** Until what is drawn has stood on the screen for a frame. */
export const frames = () =>
  act(async () => {
    for (let count = 0; count < 4; count += 1) await new Promise((done) => requestAnimationFrame(done))
  })

/** Presses Enter this many times, each time after the previous result is drawn. */
async function enterTimes(times: number) {
  for (let count = 0; count < times; count += 1) {
    enter()
    await frames()
  }
}

/** The form of the page, as a person at the counter works it. */
export const form = { picker, field, describing, choose, chosenType, chooseType, submit, enter, enterTimes }

/** Waits for the message of the success. */
export const recorded = () => screen.findByText(/^Transaction recorded successfully/)

/** Text of the form's question or refusal. */
export const asked = () => screen.queryByRole('alert')?.textContent ?? null

/** Records as the API answers them. */
export const build = {
  medicine: buildMedicine,
  batch: buildBatch,
  transaction: buildTransaction,
  summary: buildSummary,
}

export const amoxicillin = () =>
  buildMedicine({ name: 'Amoxicillin 500 mg', currentStock: 40, unitPrice: 8.5 })
