import { signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { buildBatch, confirm, press, showPage, type } from '../../test/support.tsx'
import { RecallPage } from './recall-page.tsx'

const free = buildBatch({ number: 'R1', received: 10, sold: 4, writtenOff: 1, stock: 5 })
const held = buildBatch({
  ...{ number: 'R1', medicineName: 'Dolo Drops', status: 'recalled', stock: 3, sold: 7 },
  held: { reason: 'Notice 12', by: null, byName: 'Asha Rao', at: '2026-11-20T06:30:00.000Z' },
})
const recall = {
  ...{ manufacturer: 'Micro Labs', number: 'R1', reason: 'Notice 12', byName: 'Asha Rao' },
  at: '2026-11-20T06:30:00.000Z',
}
const sale = {
  ...{ _id: '0193c000-0000-7000-8000-000000000001', version: 2, type: 'sale', effect: -4, balanceAfter: 5 },
  ...{ reverses: null, actorId: null, createdAt: '2026-11-19T06:30:00.000Z' },
}

function show(
  more: Parameters<typeof stubApi>[0] = {},
  at = '/medicines/recalls?number=R1&manufacturer=Micro+Labs',
) {
  const calls = stubApi({
    'GET /api/medicines/batches': [free, held],
    'GET /api/medicines/batches/held': [held, { ...held, _id: free._id, held: null }],
    'GET /api/medicines/batches/recalls': [],
    'GET /api/medicines/batches/:id/movements': ({ params }) =>
      Response.json(params.id === free._id ? [sale] : []),
    'GET /api/users': [],
    'GET /api/transactions': [{ _id: sale._id, note: 'Ward 3' }],
    'POST /api/medicines/batches/recall': [free, held],
    'POST /api/transactions': () => Response.json({}, { status: 201 }),
    ...more,
  })
  showPage(<RecallPage />, { at, route: '/medicines/recalls' })
  return calls
}

beforeEach(() => signInAs('staff'))

it('asks which batch, and finds it by number and maker', async () => {
  const calls = show({}, '/medicines/recalls')
  await screen.findByText('2 batches that cannot be sold')
  screen.getByText(/Notice 12/)
  type(/^Batch Number/, 'R1')
  type(/^Manufacturer/, 'Micro Labs')
  press('Find')
  await screen.findByRole('row', { name: /Dolo Drops/ })
  const asked = calls.find(({ path }) => path === '/api/medicines/batches')
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({ number: 'R1', manufacturer: 'Micro Labs' })
})

it('shows what is left where, and every transaction that gave some out', async () => {
  const calls = show()
  const table = within(await screen.findByRole('table', { name: 'Batches' }))
  const cells = within(table.getByRole('row', { name: /Dolo 650/ })).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    expect.any(String),
    ...['10', '4', '0', '1', '0', '5'],
  ])
  table.getByText(/Notice 12/)
  await screen.findByText('1 with this batch')
  screen.getByText('Sale')
  screen.getByText('−4')
  await screen.findByText('Ward 3')
  const [asked] = calls.filter(({ path }) => path === '/api/transactions')
  // One may have been made a month before it reached the server.
  expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({
    ...{ medicineId: free.medicineId, startDate: '2026-10-19', endDate: '2026-11-20' },
  })
})

it('says former numbers, and names people in the file', async () => {
  show({
    'GET /api/medicines/batches': [{ ...free, formerNumbers: ['R0', 'Q9'] }],
    'GET /api/medicines/batches/:id/movements': [{ ...sale, actorId: 'user-staff' }],
  })
  await screen.findByText(/formerly R0, Q9/)
  await screen.findByText('Ward 3')
  const saved: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => saved.push(file) && 'blob:x',
      revokeObjectURL() {},
    }),
  )
  press('CSV')
  const text = await saved[0]?.text()
  expect(text).toMatch(/"Sale","","2026-11-19T06:30:00.000Z".*"Ward 3"/)
  // Who reads it elsewhere is nobody's *You*.
  expect(text).toMatch(/"Sale".*"Test staff"/)
})

it('without a maker freezes those that are shown', async () => {
  const calls = show({}, '/medicines/recalls?number=R1')
  await screen.findByRole('row', { name: /Dolo Drops/ })
  press('Recall')
  type(/^Reason/, 'Notice 12')
  confirm('Recall')
  await screen.findByText('2 batches recalled')
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ batchIds: [free._id] })
})

it('is ended by writing off what is left, or by an administrator who releases it', async () => {
  signInAs('admin')
  const calls = show()
  await screen.findByRole('row', { name: /Dolo Drops/ })
  screen.getByRole('button', { name: 'Release' })
  press('Write off')
  type(/^Reason/, 'destroyed')
  confirm('Write off')
  await screen.findByText('1 batch written off')
  expect(calls.find(({ path }) => path === '/api/transactions')?.body).toMatchObject({
    ...{ type: 'expired', quantity: 3, batch: { _id: held._id } },
  })
})

it.each([
  ['which leaves no batch on hold', [], 'Batch R1 released'],
  ['which leaves a batch on hold', [held], 'Still on hold for another reason: 1 batch'],
])('an administrator ends a recall in force, %s', async (_, released, text) => {
  signInAs('admin')
  const calls = show(
    {
      'GET /api/medicines/batches/held': [],
      'GET /api/medicines/batches/recalls': [recall],
      'POST /api/medicines/batches/release': released,
    },
    '/medicines/recalls',
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Release batch R1 of Micro Labs' }))
  type(/^Reason/, 'all clear')
  confirm('Release')
  await screen.findByText(text)
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    ...{ manufacturer: 'Micro Labs', number: 'R1', reason: 'all clear' },
  })
})
