import type { NamedStockBatch } from '@mms/contracts'
import { connectProof, problem, type StubbedCall, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { buildBatch, confirm, press, showPage, type } from '../../test/support.tsx'
import { ExpiryQueuePage } from './expiry-queue-page.tsx'

const expired = buildBatch({ number: 'OLD', expiryDate: '2020-01-31', stock: 4 })
const soon = buildBatch({ number: 'SOON', medicineName: 'Crocin', stock: 10, price: 1.5 })
const later = buildBatch({ number: 'LATE', medicineName: 'Zinc', stock: 1 })
const sums = { batches: 3, units: 15, value: 27.5, expiredBatches: 1, expiredUnits: 4, expiredValue: 10 }

/** What was done leaves the list, as with the real server. */
function show(more: Parameters<typeof stubApi>[0] = {}, at = '/medicines/expiry') {
  const done = new Set<string>()
  const leave = ({ body }: StubbedCall) => {
    const { batch, batchIds = [] } = body as { batch?: { _id: string }; batchIds?: string[] }
    for (const id of batch ? [batch._id] : batchIds) done.add(id)
    return Response.json([], { status: 201 })
  }
  const left = (): NamedStockBatch[] => [expired, soon, later].filter(({ _id }) => !done.has(_id))
  const calls = stubApi({
    'GET /api/medicines/batches/expiring': () => Response.json(left()),
    'GET /api/medicines/batches/expiring/summary': sums,
    'GET /api/demand/at-risk': [
      { _id: soon.medicineId, lots: [{ expiryDate: soon.expiryDate, units: 10, unitsAtRisk: 6.4 }] },
      { _id: later.medicineId, lots: [{ expiryDate: later.expiryDate, units: 9, unitsAtRisk: 9 }] },
    ],
    'POST /api/transactions': leave,
    'POST /api/medicines/batches/quarantine': leave,
    'POST /api/medicines/batches/discount': leave,
    ...more,
  })
  showPage(<ExpiryQueuePage />, { at, route: '/medicines/expiry' })
  return calls
}
const choose = async (...numbers: string[]) => {
  for (const number of numbers)
    fireEvent.click(await screen.findByLabelText(new RegExp(`Select batch ${number}`)))
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const posted = (calls: StubbedCall[]) => calls.filter(({ method }) => method === 'POST')

beforeEach(() => signInAs('staff'))

it('lists batches by date with units and rupees, and asks for those that can still be acted on', async () => {
  const rows = [expired, soon, { ...later, status: 'quarantined' }]
  const calls = show({ 'GET /api/medicines/batches/expiring': () => Response.json(rows) })
  const row = await screen.findByRole('row', { name: /Crocin/ })
  expect(row.textContent).toContain('₹15.00')
  await expect.poll(() => row.textContent).toMatch(/6₹9.00$/)
  expect((await screen.findByRole('row', { name: /Zinc/ })).textContent).toMatch(/-$/)
  screen.getByText('₹27.50')
  screen.getByText('3 batches, 15 units')
  screen.getByText('1 batch, 4 units')
  const asked = calls.find(({ path }) => path.endsWith('/expiring'))
  expect(asked?.query.get('status')).toBe('available')
  expect(asked?.query.get('until')).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  const summed = calls.find(({ path }) => path.endsWith('/summary'))
  expect(String(summed?.query)).toBe(String(asked?.query).replace(/&?limit=\d+/, ''))
  for (const name of ['Return to supplier', 'Discount', 'Write off', 'Quarantine'])
    expect(button(name).disabled).toBe(true)
})

it('of any date asks for all that is in stock, what has no date too', async () => {
  const bare = buildBatch({ number: 'BARE', medicineName: 'Gauze', expiryDate: null })
  const calls = show({ 'GET /api/medicines/batches/expiring': [bare] }, '/medicines/expiry?days=any')
  const row = await screen.findByRole('row', { name: /Gauze/ })
  expect(within(row).getAllByText('N/A').length).toBeGreaterThan(0)
  screen.getByText('Everything in stock, whatever its expiry date')
  await screen.findByText('In stock')
  const asked = calls.filter(({ path }) => path.includes('/expiring'))
  expect(new Set(asked.map(({ query }) => query.get('until')))).toEqual(new Set(['9999-12-31']))
})

it('writes several off, each once, and those that are done leave the list', async () => {
  const calls = show()
  await choose('OLD', 'SOON')
  expect(button('Return to supplier').disabled).toBe(true)
  expect(button('Discount').disabled).toBe(true)
  press('Write off')
  type(/^Reason/, 'expired on the shelf')
  confirm('Write off')
  await screen.findByText('2 batches written off')
  const oldOnes = { medicineId: expired.medicineId, type: 'expired', quantity: 4, unitPrice: 2.5 }
  expect(posted(calls).map(({ body }) => body)).toEqual([
    { ...oldOnes, note: 'Written off: expired on the shelf', batch: { _id: expired._id } },
    expect.objectContaining({ quantity: 10, unitPrice: 1.5, batch: { _id: soon._id } }),
  ])
  await expect.poll(() => screen.queryByText('Crocin')).toBeNull()
  screen.getByText('Zinc')
})

it.each([
  ['admin', 1],
  ['staff', 0],
] as const)('above the limit, asks %s for the own password %i times', async (role, times) => {
  signInAs(role)
  const asked: unknown[] = []
  onTestFinished(connectProof(async (refusal) => void asked.push(refusal)))
  const limit = 'An administrator must approve this write-off'
  const refused = problem(403, limit, { code: 'sales.approval_required' })
  show({
    'POST /api/transactions': () => (asked.length > 0 ? Response.json({}, { status: 201 }) : refused),
  })
  await choose('SOON')
  press('Write off')
  type(/^Reason/, 'broken')
  confirm('Write off')
  await screen.findByText(role === 'admin' ? '1 batch written off' : limit)
  expect(asked).toHaveLength(times)
})

it('tried again, sends only what is not done, with the same key', async () => {
  const failing = new Set([later._id])
  const calls = show({
    'POST /api/transactions': ({ body }) => {
      const { batch } = body as { batch: { _id: string } }
      return failing.delete(batch._id) ? problem(503, 'Stock is away') : Response.json({}, { status: 201 })
    },
  })
  await choose('SOON', 'LATE')
  press('Return to supplier')
  type(/^Supplier and document/, 'Apollo, note 12')
  confirm('Return to supplier')
  await screen.findByText('Stock is away')
  confirm('Return to supplier')
  await screen.findByText('2 batches returned to the supplier')
  const sent = posted(calls)
  expect(sent.map(({ body }) => body)).toMatchObject([
    { type: 'adjustment', direction: 'decrease', batch: { _id: soon._id, toSupplier: true } },
    ...[{ batch: { _id: later._id } }, { batch: { _id: later._id } }],
  ])
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([false, true])
})

it('discounts several in one request, which leave the list', async () => {
  const calls = show()
  await choose('SOON', 'LATE')
  press('Discount')
  type(/^Discount \(/, 'much')
  confirm('Discount')
  await screen.findByText('Enter a whole number between 1 and 99.')
  type(/^Discount \(/, '20')
  confirm('Discount')
  await screen.findByText('2 batches discounted')
  expect(posted(calls).map(({ body }) => body)).toEqual([{ batchIds: [soon._id, later._id], percent: 20 }])
  await expect.poll(() => screen.queryByText('Crocin')).toBeNull()
})

it('forgets what was selected once the batches of another status are shown', async () => {
  show({ 'GET /api/medicines/batches/expiring': [expired, soon] })
  await choose('OLD', 'SOON')
  screen.getByText(/^2 selected/)
  type(/^Status/, 'quarantined')
  await screen.findByText(/^Select batches below/)
  await screen.findByLabelText(/Select batch OLD/)
  expect(button('Write off').disabled).toBe(true)
})

it('is returned to the supplier until its last day, which may be after its expiry', async () => {
  const gone = { ...soon, returnBy: '2020-01-31' }
  const open = { ...expired, returnBy: '2099-12-31' }
  show({ 'GET /api/medicines/batches/expiring': [gone, open] })
  await choose('SOON')
  expect(button('Return to supplier').disabled).toBe(true)
  await choose('SOON', 'OLD')
  expect(button('Return to supplier').disabled).toBe(false)
  screen.getByText('1 selected. Expired stock cannot be discounted.')
})
