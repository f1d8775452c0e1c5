import '../../test/indexed-db.ts'
import type { CloseDrawer, CreateCashEntry, Drawer, OpenDrawer } from '@mms/contracts'
import { defaultBillSettings, financialYearOf } from '@mms/contracts'
import { newKey, storeToday } from '@mms/sdk'
import { problem, type StubbedCall, signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { offline, press, recordPrints, type Stubs, showPage, startServer, type } from '../../test/support.tsx'
import { BillPage } from '../bill-list/bill-page.tsx'
import { MedicineBillsPage } from '../bill-list/medicine-bills-page.tsx'
import { type Journal, openJournal } from '../bills/journal.ts'
import { NewBillPage } from '../bills/new-bill-page.tsx'
import { ChangesPage } from '../changes-page.tsx'
import { writeOwnCounter } from '../own-counter.ts'
import { SalesPage } from '../sales-page.tsx'
import { DayPage } from './day-page.tsx'

const settings = { ...defaultBillSettings, tradeName: 'Rao Medicals', version: 3 }
const person = { _id: 'u', name: 'Asha Rao' }
let journal: Journal
let own = { _id: '', code: 'A', name: 'Front desk', secret: 's'.repeat(43) }
const printed = recordPrints()

beforeEach(async () => {
  own = { ...own, _id: newKey() }
  await writeOwnCounter(own)
  journal = await openJournal()
  for (const { id } of await journal.requests()) await journal.removeRequest(id)
  return journal.close
})

const drawerOf = (parts: Partial<Drawer> = {}): Drawer => ({
  ...{ _id: newKey(), counter: { _id: own._id, code: own.code, name: own.name }, day: '2026-11-28' },
  ...{ float: 200_000, pharmacist: 'Asha Rao', openedAt: '2026-11-28T03:30:00.000Z', openedBy: person },
  ...{ entries: [], closing: null },
  figures: {
    ...{ sales: 44_400, refunds: 3_500, net: 40_900, cashIn: 0, cashOut: 0, expectedCash: 210_900 },
    byMode: { cash: 10_900, upi: 30_000, card: 0, credit: 0 },
    bills: [{ first: 'A/26-27/000001', last: 'A/26-27/000003', count: 3 }],
    ...{ notes: 1, rates: [] },
  },
  ...parts,
})

const closedOf = (drawer: Drawer, { counted, reason = '' }: Partial<CloseDrawer>): Drawer => ({
  ...drawer,
  closing: {
    ...{ number: 'AZ/26-27/000001', closedAt: '2026-11-28T15:00:00.000Z', closedBy: person, reason },
    ...{ counted: counted ?? { notes: [], coins: 0 }, countedCash: 210_000, difference: -900 },
  },
})

/**
 * A registered counter, whose server keeps the drawers in `drawers`, newest first. It has a refund of ₹9.00 that the
 * page does not show, so the first closing needs a reason.
 */
function openPage(drawers: Drawer[] = [], more: Stubs = {}, at = '/bills/day', page = <DayPage />) {
  const calls = stubApi({
    'GET /api/bills/store': settings,
    'POST /api/bills/counters/own': { closedAt: null, last: 0, missing: [] },
    'GET /api/bills/drawers': () => drawers,
    'POST /api/bills/drawers': ({ body }: StubbedCall) => {
      const { _id, float, pharmacist, openedAt } = body as OpenDrawer
      const { figures } = drawerOf()
      const none = { ...figures, sales: 0, refunds: 0, net: 0, expectedCash: float, bills: [], notes: 0 }
      const byMode = { cash: 0, upi: 0, card: 0, credit: 0 }
      drawers.unshift(drawerOf({ _id, float, pharmacist, openedAt, figures: { ...none, byMode } }))
      return Response.json(drawers[0], { status: 201 })
    },
    'POST /api/bills/drawers/:id/closing': ({ body }: StubbedCall) => {
      const drawer = drawers[0] as Drawer
      const isRefused = (body as CloseDrawer).reason === ''
      const figures = { ...drawer.figures, expectedCash: 210_000 }
      drawers[0] = isRefused ? { ...drawer, figures } : closedOf(drawer, body as CloseDrawer)
      return isRefused ? problem(400, 'The drawer is ₹9.00 over: enter the reason') : drawers[0]
    },
    ...more,
  })
  return { calls, ...showPage(page, { at, route: '/bills/:page' }) }
}

const figure = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent

function enterCash(amount: string, reason: string) {
  type(screen.getByLabelText(/^Amount/), amount)
  type(screen.getByLabelText(/^Reason/), reason)
  fireEvent.submit(screen.getByLabelText(/^Amount/).closest('form') as HTMLFormElement)
}

/** Counts the cash that the page expects, is refused, and gives a reason for the difference. */
async function closeWithReason() {
  const dialog = within(screen.getByRole('dialog'))
  type(dialog.getByLabelText('₹500 notes'), '4')
  type(dialog.getByLabelText('Coins (₹)'), '109')
  dialog.getByText('Exact')
  const close = dialog.getByRole<HTMLButtonElement>('button', { name: 'Close the drawer' })
  fireEvent.click(close)
  // Sooner than the next look at the drawers.
  await dialog.findByText('₹9.00 over', {}, { timeout: 30_000 })
  expect(close.disabled).toBe(true)
  type(dialog.getByLabelText(/^Reason for the difference/), 'Refund')
  fireEvent.click(close)
  await expect.poll(() => printed).toHaveLength(1)
  return { reason: 'Refund', counted: { notes: [{ value: 50_000, count: 4 }], coins: 10_900 } }
}

it('opens the drawer with its float and the pharmacist of last time', async () => {
  const drawers = [closedOf(drawerOf({ pharmacist: 'Ravi Iyer' }), {})]
  const { calls } = openPage(drawers)
  await screen.findByText('Day report AZ/26-27/000001: ₹9.00 short')
  expect(screen.getByLabelText<HTMLInputElement>(/^Pharmacist/).value).toBe('Ravi Iyer')
  type(screen.getByLabelText(/^Float/), '-5')
  press('Open the drawer')
  await screen.findByText('Type rupees such as 2000 or 49.50')
  type(screen.getByLabelText(/^Float/), '2,000.50')
  press('Open the drawer')
  await screen.findByRole('region', { name: 'Drawer of counter A' })
  await expect.poll(() => figure('Expected cash')).toBe('₹2,000.50')
  const post = calls.find(({ method, path }) => method === 'POST' && path === '/api/bills/drawers')
  const counter = { _id: own._id, secret: own.secret }
  expect(post?.body).toMatchObject({ counter, float: 200_050, pharmacist: 'Ravi Iyer' })
})

it('closes with its highest number, the counted cash, and a reason for a difference that the server finds', async () => {
  const { calls } = openPage([drawerOf()])
  fireEvent.click(await screen.findByRole('button', { name: 'Close the drawer' }))
  const closing = await closeWithReason()
  expect(calls.findLast(({ path }) => path.endsWith('/closing'))?.body).toEqual({
    ...closing,
    counter: { _id: own._id, secret: own.secret },
    highest: { '26-27': 0, [financialYearOf(storeToday())]: 0 },
  })
})

it('works offline, says what waits, and closes only once the server has it', async () => {
  let isOffline = true
  const drawers: Drawer[] = []
  const entries: CreateCashEntry[] = []
  const online = (answer: (call: StubbedCall) => unknown) => (call: StubbedCall) =>
    isOffline ? offline() : answer(call)
  openPage(drawers, {
    'GET /api/bills/drawers': online(() => drawers),
    'POST /api/bills/drawers': online(({ body }) => {
      drawers.unshift(drawerOf({ _id: (body as OpenDrawer)._id }))
      return drawers[0]
    }),
    'POST /api/bills/drawers/:id/entries': online(({ body }) => {
      entries.push(body as CreateCashEntry)
      return drawers[0]
    }),
  })
  type(await screen.findByLabelText(/^Float/), '2000')
  type(screen.getByLabelText(/^Pharmacist/), 'Asha Rao')
  press('Open the drawer')
  fireEvent.click(await screen.findByRole('button', { name: 'Cash out' }))
  enterCash('25', 'Tea')
  await expect.poll(() => figure('Expected cash')).toBe('₹1,975.00')
  screen.getByText('The drawer can be closed only when the server answers. 2 drawer entries wait to be sent.')
  const close = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Close the drawer' })
  expect(close().disabled).toBe(true)
  isOffline = false
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => close().disabled).toBe(false)
  expect(entries).toMatchObject([{ direction: 'out', kind: 'expense', amount: 2_500, note: 'Tea' }])
})

it('shows a refused entry until somebody tries again or removes it', async () => {
  const refuse = vi.fn(() => problem(409, 'This drawer is closed', { code: 'sales.drawer_closed' }))
  openPage([drawerOf()], { 'POST /api/bills/drawers/:id/entries': refuse })
  fireEvent.click(await screen.findByRole('button', { name: 'Cash in' }))
  enterCash('100', 'Change')
  await screen.findByText('Not recorded: Change brought in, ₹100.00: Change')
  screen.getByText('This drawer is closed')
  screen.getByText('1 drawer entry waits to be sent. Then the drawer can be closed.')
  press('Try again')
  await expect.poll(() => refuse.mock.calls.length).toBe(2)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await expect.poll(() => screen.queryByText(/^Not recorded/)).toBeNull()
})

it('warns a seller before the first bill that the office closed the drawer, and counts no refused opening', async () => {
  const drawer = drawerOf()
  await journal.keepDrawer(drawer)
  await journal.addRequest({ path: '/api/bills/drawers', body: { float: 0 } as OpenDrawer })
  for (const request of await journal.requests()) await journal.noteRequest(request, 'Refused')
  openPage([closedOf(drawer, {})], { 'GET /api/medicines/catalogue': offline }, '/bills/new', <NewBillPage />)
  await screen.findByText(/^The drawer is closed/)
})

const paper = {} as never
const payments = [{ mode: 'cash', amount: 5_000 }]
const makeBill = (given: object) => ({ body: { _id: newKey(), ...given, payments } as never, paper })

it('sends a bill of the previous year that the server lost', async () => {
  const day = storeToday().replace(/^\d+/, (year) => String(Number(year) - 1))
  const { _id } = await journal.ask(own._id, { day, madeAt: new Date().toISOString() }, makeBill)
  await journal.finish(_id, paper)
  const take = vi.fn((_: StubbedCall) => Response.json({ status: 'final' }, { status: 201 }))
  const lost = { closedAt: null, last: 0, missing: [1] }
  openPage([], { 'POST /api/bills/counters/own': lost, 'POST /api/bills': take })
  await expect.poll(() => take.mock.calls[0]?.[0].body).toMatchObject({ _id, handedOver: true })
  await expect.poll(journal.waiting).toEqual([])
})

it.each([SalesPage, ChangesPage, BillPage, MedicineBillsPage])('sends what waits from %o', async (Page) => {
  signInAs('admin')
  const made = { day: storeToday(), madeAt: new Date().toISOString() }
  const { _id } = await journal.ask(own._id, made, makeBill)
  await journal.handOver(_id)
  const lists = {
    'GET /api/transactions/history': [],
    'GET /api/bills?limit=50': [],
    'GET /api/bills/': offline,
  }
  startServer([], { ...lists, 'POST /api/bills': { status: 'final' } })
  showPage(<Page />)
  await expect.poll(journal.waiting).toEqual([])
})

it('does not close while a bill is asked or waits', async () => {
  const made = { day: '2026-11-28', madeAt: '2026-11-28T05:00:00.000Z' }
  const bill = await journal.ask(own._id, made, makeBill)
  openPage([drawerOf()])
  await screen.findByText('1 bill waits to be sent. Then the drawer can be closed.')
  await journal.drop(bill._id)
  await expect.poll(() => screen.queryByText(/waits to be sent/)).toBeNull()
})

it('shows an administrator all drawers of a day, and closes another counter', async () => {
  signInAs('admin')
  const counter = { _id: newKey(), code: 'B', name: 'Back room' }
  const short = closedOf(drawerOf({ counter: { ...counter, code: 'C', name: 'Night' } }), {})
  const other = drawerOf({ counter })
  const drawers = [other, short]
  const stubs: Stubs = { 'GET /api/bills/drawers': ({ query }) => (query.get('day') ? drawers : []) }
  const { calls, location } = openPage(drawers, stubs, '/bills/day?day=2026-11-28')
  const rows = async () => (await screen.findAllByRole('row')).map(({ textContent }) => textContent)
  await expect.poll(async () => (await rows()).length).toBe(4)
  const [, open, closed, all] = await rows()
  expect(open).toMatch(/B Back room.*Open/)
  expect(closed).toMatch(/C Night.*₹9\.00 short/)
  expect(all).toMatch(/All.*₹888\.00.*₹70\.00.*₹4,218\.00--$/)
  press('Close the drawer of counter B')
  const closing = await closeWithReason()
  const sent = calls.findLast(({ path }) => path === `/api/bills/drawers/${other._id}/closing`)
  expect(sent?.body).toEqual({ highest: {}, ...closing })
  press('Previous day')
  await expect.poll(location).toBe('/bills/day?day=2026-11-27')
})

it('shows an administrator what this counter and others do, without a reload', async () => {
  signInAs('admin')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const drawers: Drawer[] = []
  openPage(drawers)
  await screen.findByText(/^No drawer/)
  type(await screen.findByLabelText(/^Float/), '2000')
  type(screen.getByLabelText(/^Pharmacist/), 'Asha Rao')
  press('Open the drawer')
  await screen.findByRole('row', { name: /^A Front desk/ })
  drawers.push(drawerOf({ counter: { _id: newKey(), code: 'B', name: 'Back room' } }))
  drawers[0] = closedOf(drawers[0] as Drawer, {})
  const afterAMinute = (text: string) => {
    act(() => void vi.advanceTimersByTime(60_000))
    return screen.queryByText(text)
  }
  await expect.poll(() => afterAMinute('B Back room')).not.toBeNull()
  await expect.poll(() => afterAMinute('Day report AZ/26-27/000001: ₹9.00 short')).not.toBeNull()
  press('Close the drawer of counter B')
  drawers[1] = closedOf(drawers[1] as Drawer, {})
  await expect.poll(() => afterAMinute('B Back room') && screen.queryByRole('dialog')).toBeNull()
  press('Previous day')
  expect(screen.queryByRole('dialog')).toBeNull()
})
