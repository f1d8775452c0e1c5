import { problem } from '@mms/sdk/test-support'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { bodies, build, form, openSales, posts, type startServer, type } from '../../test/support.tsx'

type OnScan = (code: string) => void
const scanner = vi.hoisted(() => ({ scan: undefined as unknown as OnScan }))

/** A browser's keys are trusted and a test's are not: what the scanner is heard to say comes from the test. */
vi.mock('../scanner/use-scanner.ts', () => ({
  useScanner: ({ onScan }: { onScan: OnScan }) => {
    scanner.scan = onScan
  },
}))

const GTIN = '8901234500279'
const pack = (date: string, batch: string) => `]d2010${GTIN}17${date}10${batch}`
const RR1 = pack('451231', 'rr1')
const sent = { number: 'RR1', expiryDate: '2045-12-31', scanned: true }
const good = () => [
  build.batch({ number: 'GOOD', stock: 10 }),
  build.batch({ number: 'LATER', stock: 10, expiryDate: '2098-01-31' }),
]

async function begin(batches: unknown, more: Parameters<typeof startServer>[1] = {}) {
  const medicines = [build.medicine({ name: 'Dolo 650', currentStock: 40, barcode: GTIN })]
  const { calls } = openSales(medicines, { 'GET /api/medicines/:id/batches': batches as object, ...more })
  await act(async () => form.picker().click())
  await screen.findByRole('option', { name: /Dolo/ })
  return calls
}
const scan = (code: string) => act(async () => scanner.scan(code))

it.each([
  ['F8', { type: 'return' }],
  ['F10', { type: 'adjustment', direction: 'increase' }],
])('a pack that is scanned under %s names its batch', async (key, asked) => {
  const calls = await begin(good())
  fireEvent.keyDown(form.picker(), { key })
  await scan(RR1)
  type(form.field(/^Note/), 'broken')
  form.enter()
  await expect.poll(bodies(calls)).toMatchObject([{ ...asked, batch: sent }])
})

it('a pack that was scanned for a sale names its batch when that is made a return', async () => {
  const calls = await begin(good())
  await scan(RR1)
  form.chooseType('Return')
  form.enter()
  await expect.poll(bodies(calls)).toMatchObject([{ type: 'return', batch: sent }])
})

it.each([
  ['when the batches cannot be read', () => new Response('{}', { status: 500 })],
  ['of a batch that the form does not know', good()],
  ['of the batch that expires first', [build.batch({ number: 'RR1', stock: 10 }), ...good()]],
])('a sale that is recorded %s names the batch of its pack', async (_, batches) => {
  const calls = await begin(batches)
  await scan(RR1)
  form.enter()
  await expect.poll(bodies(calls)).toMatchObject([{ type: 'sale', batch: sent }])
})

it('a batch that is chosen by hand after the scan is the one that is meant', async () => {
  const calls = await begin(good())
  await scan(pack('451231', 'GOOD'))
  type(await screen.findByLabelText(/^Batch/), 'LATER')
  type(form.field(/^Reason for This Batch/), 'GOOD is wet')
  form.enter()
  await expect.poll(() => posts(calls).length).toBe(1)
  expect(posts(calls)[0]?.body).toHaveProperty('batch', { number: 'LATER', reason: 'GOOD is wet' })
})

it('what is picked by hand after a scan names no batch', async () => {
  const calls = await begin(good())
  await scan(RR1)
  fireEvent.keyDown(form.picker(), { key: 'Escape' })
  await form.choose('Dolo')
  form.enter()
  await expect.poll(() => posts(calls).length).toBe(1)
  expect(posts(calls)[0]?.body).not.toHaveProperty('batch')
})

it('a refused sale of a scanned pack stands in the form with its batch', async () => {
  const held = () => problem(409, 'Batch RR1 of Dolo 650 is on hold and cannot be sold')
  const calls = await begin([], { 'POST /api/transactions': held })
  await scan(RR1)
  form.enter()
  await screen.findByText(/^Not recorded: Batch RR1 of Dolo 650 is on hold/)
  form.enter()
  await expect.poll(bodies(calls)).toMatchObject([{ batch: sent }, { batch: sent }])
})
