import 'fake-indexeddb/auto'
import type { Counter, CreateCounter } from '@mms/contracts'
import {
  connectNotify,
  problem,
  renderPage,
  type StubbedCall,
  signInAs,
  stubApi,
} from '@mms/sdk/test-support'
import { toast, UiProvider } from '@mms/ui'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { deleteDB } from 'idb'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { button, press, type } from '../../test/support.tsx'
import { CountersPage } from './counters-page.tsx'
import { readOwn } from './own-counter.ts'

const SECRET = 's'.repeat(43)
const counter = (parts: Partial<Counter> = {}): Counter => ({
  _id: '0193a000-0000-7000-8000-000000000001',
  code: 'A',
  name: 'Front desk',
  createdAt: '2026-11-20T06:30:00.000Z',
  createdBy: { _id: 'u', name: 'Asha Rao' },
  closedAt: null,
  last: 0,
  missing: [],
  ...parts,
})

function show() {
  onTestFinished(connectNotify(({ kind, text, detail, action }) => toast[kind](text, detail, action)))
  onTestFinished(() => act(toast.clear))
  renderPage(<CountersPage />, { wrap: (tree) => <UiProvider>{tree}</UiProvider> })
}

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
  })
}

beforeEach(async () => {
  signInAs('admin')
  await deleteDB('mms-bills')
})

it('registers this browser, which keeps its secret, and closes it', async () => {
  startServer([counter({ last: 1_234, missing: [7] })])
  show()
  within(await screen.findByRole('row', { name: /^A Front desk/ })).getByText('1,234 (1 missing)')
  fireEvent.click(await screen.findByRole('button', { name: 'Register this browser' }))
  press('Register')
  await screen.findByText('Please fill in this field')
  type(screen.getByLabelText(/^Letter/), 'B')
  type(screen.getByLabelText(/^Name/), 'Back room')
  press('Register')
  await screen.findByText('This browser is counter B.')
  expect(await readOwn()).toEqual({
    _id: '0193a000-0000-7000-8000-000000000002',
    code: 'B',
    name: 'Back room',
    secret: SECRET,
  })
  expect(screen.queryByRole('button', { name: 'Register this browser' })).toBeNull()
  press('Close counter B')
  press('Close counter')
  await screen.findByText('Counter B closed')
  expect(screen.queryByRole('button', { name: 'Close counter B' })).toBeNull()
  expect(button('Register this browser')).toBeTruthy()
})

it('shows why a browser was not registered, and keeps nothing', async () => {
  stubApi({
    'GET /api/bills/counters': [],
    'POST /api/bills/counters': () => problem(409, 'A was registered nine times; choose another letter'),
  })
  show()
  await screen.findByText('No counters yet')
  fireEvent.click(await screen.findByRole('button', { name: 'Register this browser' }))
  type(screen.getByLabelText(/^Name/), 'Front desk')
  press('Register')
  await screen.findByText('A was registered nine times; choose another letter')
  expect(await readOwn()).toBeUndefined()
})

it('lets only administrators in', () => {
  signInAs('staff')
  const calls = stubApi({})
  show()
  screen.getByText('Only administrators can manage counters.')
  expect(calls).toEqual([])
})
