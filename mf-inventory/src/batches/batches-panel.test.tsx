import { problem, type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { showMedicine } from '../../test/pages.tsx'
import { answerMedicine, buildBatch, buildMedicine, press, type } from '../../test/support.tsx'

const medicine = buildMedicine({ name: 'Dolo 650', manufacturer: 'Micro Labs', unitPrice: 2.5 })
const own = { medicineId: medicine._id }
const first = buildBatch({ ...own, number: 'AB1', expiryDate: '2020-01-31', supplier: 'Apollo', version: 4 })
const second = buildBatch({ ...own, number: 'AB2', unitPrice: 2, mrp: 3 })
const held = buildBatch({
  ...own,
  number: 'AB3',
  status: 'recalled',
  held: { reason: 'Notice 12', by: null, byName: 'Asha Rao', at: '2026-11-20T06:30:00.000Z' },
})

const show = (more: Parameters<typeof showMedicine>[1] = {}) =>
  showMedicine(medicine, { 'GET /api/medicines/:id/batches': [first, second, held], ...more }).calls
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))

beforeEach(() => signInAs('staff'))

it('lists the batches, with their dates, prices and why one is held', async () => {
  show()
  await screen.findByRole('row', { name: /AB1/ })
  row('AB1').getByText('Expired')
  screen.getByRole('columnheader', { name: 'Price per pack' })
  row('AB1').getByText('₹2.50')
  row('AB2').getByText('₹2.00')
  row('AB2').getByText('MRP ₹3.00')
  row('AB3').getByText('Recalled')
  row('AB3').getByText(/Notice 12 · Asha Rao/)
  expect(row('AB1').getByRole('link', { name: 'AB1' }).getAttribute('href')).toBe(
    '/medicines/recalls?number=AB1&manufacturer=Micro+Labs',
  )
  expect(screen.queryByRole('button', { name: 'Release batch AB3' })).toBeNull()
})

it('asks for a reason, holds a batch in one request, and lists them again', async () => {
  signInAs('admin')
  const calls = show({ 'POST /api/medicines/batches/quarantine': [{ ...second, status: 'quarantined' }] })
  await screen.findByRole('row', { name: /AB2/ })
  screen.getByRole('button', { name: 'Release batch AB3' })
  press('Quarantine batch AB2')
  press('Quarantine')
  await screen.findByText('Reason is required')
  type(/^Reason/, 'broken seal')
  press('Quarantine')
  await screen.findByText('1 batch quarantined')
  const sent = calls.filter(({ method }) => method === 'POST')
  expect(sent.map(({ body }) => body)).toEqual([{ batchIds: [second._id], reason: 'broken seal' }])
  await expect.poll(() => calls.filter(({ path }) => path.endsWith('/batches')).length).toBe(2)
})

it('sends what was corrected alone, over the version that was seen, and says what the server refuses', async () => {
  let refuse = true
  let current = first
  const calls = show({
    'GET /api/medicines/:id/batches': () => [current],
    'PUT /api/medicines/:id/batches/:batchId': ({ headers }: StubbedCall) => {
      if (refuse) return problem(409, 'Dolo 650 has a batch AB2 already')
      const isMatch = headers.get('if-match') === `"${current.version}"`
      return isMatch ? Response.json(current) : problem(412, 'Someone else changed batch AB1')
    },
  })
  await screen.findByRole('row', { name: /AB1/ })
  press('Edit batch AB1')
  type(/^Batch Number/, 'ab9')
  type(/^Supplier/, 'Sun')
  press('Save Batch')
  await screen.findByText('Dolo 650 has a batch AB2 already')
  refuse = false
  current = { ...first, supplier: 'Cipla', version: 5 }
  press('Save Batch')
  await screen.findByText('Someone else changed batch AB1')
  // An earlier try saved the number, and a sale gave it a version.
  current = { ...first, number: 'AB9', stock: 1, version: 6 }
  press('Save Batch')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const sent = calls.filter(({ method }) => method === 'PUT')
  expect(sent.map(({ body }) => body)).toEqual(Array(4).fill({ number: 'AB9', supplier: 'Sun' }))
  expect(sent.map(({ headers }) => headers.get('if-match'))).toEqual(['"4"', '"4"', '"4"', '"6"'])
})

it('edits the prices of a batch as they are on its packs', async () => {
  const strips = { ...medicine, packSize: 15, packWord: 'strip', unitWord: 'tablet' }
  const exact = { ...second, packPrice: 30.05, packMrp: null }
  const calls = show({
    'GET /api/medicines/:id': answerMedicine(strips),
    'GET /api/medicines/:id/batches': [exact],
    'PUT /api/medicines/:id/batches/:batchId': exact,
  })
  await screen.findByRole('row', { name: /AB2/ })
  press('Edit batch AB2')
  expect(await screen.findByLabelText(/^Price per pack/)).toHaveProperty('value', '30.05')
  expect(screen.getByLabelText(/^MRP per pack/)).toHaveProperty('value', '45')
  type(/^MRP per pack/, '46.1')
  press('Save Batch')
  await expect.poll(() => calls.find(({ method }) => method === 'PUT')?.body).toEqual({ packMrp: 46.1 })
})
