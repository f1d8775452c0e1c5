import '../../test/indexed-db.ts'
import type { Counter, CreateCounter, VoidNumber } from '@mms/contracts'
import { problem, type StubbedCall, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { deleteDB } from 'idb'
import { beforeEach, expect, it } from 'vitest'
import { button, press, showPage, type } from '../../test/support.tsx'
import { readOwnCounter } from '../own-counter.ts'
import { CountersPage } from './counters-page.tsx'

const SECRET = 's'.repeat(43)
const counter = (parts: Partial<Counter> = {}): Counter => ({
  _id: '0193a000-0000-7000-8000-000000000001',
  code: 'A',
  name: 'Front desk',
  createdAt: '2026-11-20T06:30:00.000Z',
  createdBy: { _id: 'u', name: 'Asha Rao' },
  closedAt: null,
  year: '26-27',
  last: 0,
  missing: [],
  ...parts,
})

function startServer(counters: Counter[]) {
  return stubApi({
    'GET /api/bills/counters': () => counters,
    'POST /api/bills/counters': ({ body }: StubbedCall) => {
      const { letter, name } = body as CreateCounter
      const added = counter({ _id: '0193a000-0000-7000-8000-000000000002', code: letter, name })
      counters.push(added)
      return Response.json({ ...added, secret: SECRET }, { status: 201 })
    },
    'POST /api/bills/counters/:id/closing': ({ params }: StubbedCall) => {
      const at = counters.findIndex(({ _id }) => _id === params.id)
      counters[at] = counter({ ...counters[at], closedAt: '2026-11-21T06:30:00.000Z' })
      return counters[at]
    },
    'POST /api/bills/counters/:id/voids': ({ params, body }: StubbedCall) => {
      const at = counters.findIndex(({ _id }) => _id === params.id)
      const { number, reason } = body as VoidNumber
      const { missing } = counters[at] as Counter
      if (!missing.includes(number)) return problem(409, 'Number A/26-27/000007 is taken by another bill')
      counters[at] = counter({ ...counters[at], missing: missing.filter((each) => each !== number) })
      return Response.json({ number: `A/26-27/00000${number}`, reason }, { status: 201 })
    },
  })
}

beforeEach(async () => {
  signInAs('admin')
  await deleteDB('mms-bills')
})

it('registers this browser, which keeps its secret, and closes it', async () => {
  startServer([counter({ last: 1_234, missing: [7] })])
  showPage(<CountersPage />)
  within(await screen.findByRole('row', { name: /^A Front desk/ })).getByText('A/26-27/001234 (1 missing)')
  fireEvent.click(await screen.findByRole('button', { name: 'Register this browser' }))
  press('Register')
  await screen.findByText('Please fill in this field')
  type(screen.getByLabelText(/^Letter/), 'B')
  type(screen.getByLabelText(/^Name/), 'Back room')
  press('Register')
  await screen.findByText('This browser is counter B.')
  const own = { _id: '0193a000-0000-7000-8000-000000000002', code: 'B', name: 'Back room', secret: SECRET }
  expect(await readOwnCounter()).toEqual(own)
  expect(screen.queryByRole('button', { name: 'Register this browser' })).toBeNull()
  press('Close counter B')
  press('Close counter')
  await screen.findByText('Counter B closed')
  expect(screen.queryByRole('button', { name: 'Close counter B' })).toBeNull()
  expect(button('Register this browser')).toBeTruthy()
})

it('voids the missing numbers of a closed counter, each with a reason', async () => {
  const closedAt = '2026-11-21T06:30:00.000Z'
  const calls = startServer([counter({ closedAt, last: 9, missing: [7, 8] })])
  showPage(<CountersPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Void a number of counter A' }))
  const numbers = within(screen.getByLabelText('Missing number')).getAllByRole('option')
  expect(numbers.map(({ textContent }) => textContent)).toEqual(['A/26-27/000007', 'A/26-27/000008'])
  press('Void number')
  await screen.findByText('Please fill in this field')
  type(screen.getByLabelText(/^Reason/), 'Stolen laptop')
  press('Void number')
  await screen.findByText('Number A/26-27/000007 voided')
  const body = { year: '26-27', number: 7, reason: 'Stolen laptop' }
  expect(calls.find(({ path }) => path.endsWith('/voids'))?.body).toEqual(body)
  await screen.findByText('A/26-27/000009 (1 missing)')
  press('Void a number of counter A')
  type(screen.getByLabelText(/^Reason/), 'Stolen laptop')
  press('Void number')
  await screen.findByText('Number A/26-27/000008 voided')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Void a number/ })).toBeNull())
})
