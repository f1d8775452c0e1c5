import type { LoginResponse, SharedCounter } from '@mms/contracts'
import { session } from '@mms/sdk/host'
import { problem, signInAs } from '@mms/sdk/test-support'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  freshPage,
  openShell,
  quietAccount,
  quietUsers,
  submitSale,
  unreachable,
} from '../../test/support.tsx'
import { noteSharedDevice } from './shared-device.ts'

const [_id, name] = ['u2', 'Ravi Iyer']
const ravi: LoginResponse = { token: 't2', _id, name, email: 'ravi@example.com', role: 'staff' }
const till: SharedCounter = { on: true, allowed: true, hasPin: true, people: [{ _id, name }] }
const usual = { ...quietAccount, 'GET /api/auth/till': till }
const gone = () => new Response(null, { status: 204 })

beforeEach(() => {
  localStorage.clear()
  freshPage()
  signInAs('staff')
  noteSharedDevice(true)
})

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const pressKey = () => fireEvent.keyDown(document.body, { key: 'F7' })
const typePin = (value: string) =>
  fireEvent.change(screen.getByLabelText(/^PIN/, { selector: 'input' }), { target: { value } })

it('goes on as another person by their PIN, on the page that is open, after a wrong PIN', async () => {
  const answer = vi.fn<() => unknown>(() => problem(400, 'No', { errors: { pin: 'is not right' } }))
  const { calls, location } = openShell('/nowhere', { ...usual, 'POST /api/auth/till/person': answer })
  fireEvent.click(await screen.findByRole('button', { name: /Test staff/ }))
  press(/^Change person/)
  await screen.findByText('Ravi Iyer')
  const dialog = within(screen.getByRole('dialog', { name: 'Change person' }))
  expect(document.activeElement).toBe(dialog.getByLabelText(/^PIN/))
  typePin('290418')
  fireEvent.click(dialog.getByRole('button', { name: 'Change person' }))
  await screen.findByText('Is not right')
  expect(session.get().user?.name).toBe('Test staff')
  answer.mockImplementation(() => ravi)
  typePin('290417')
  fireEvent.click(dialog.getByRole('button', { name: 'Change person' }))
  await screen.findByText('Signed in as Ravi Iyer')
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ userId: 'u2', pin: '290417' })
  expect(session.get()).toMatchObject({ token: 't2', user: { id: 'u2' } })
  expect([screen.queryByRole('dialog'), location()]).toEqual([null, '/nowhere'])
})

it('opens by its key, once, and chooses among several', async () => {
  const several = { ...till, people: [...till.people, { _id: 'u3', name: 'Meera Shah' }] }
  const answers = { 'GET /api/auth/till': several, 'POST /api/auth/till/person': ravi }
  const { calls } = openShell('/', { ...usual, ...answers })
  await screen.findByRole('button', { name: /Test staff/ })
  pressKey()
  const person = await screen.findByLabelText('Person')
  expect(document.activeElement).toBe(person)
  pressKey()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  fireEvent.change(person, { target: { value: 'u3' } })
  typePin('290418')
  press('Change person')
  await screen.findByText(/^Signed in as/)
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ userId: 'u3', pin: '290418' })
})

it('is gone from the menu once it is switched off, and nowhere in a browser where none was set', async () => {
  openShell('/', quietAccount)
  await screen.findByText(/^Change person$/, { selector: 'li *' })
  await waitFor(() => expect(screen.queryByText(/^Change person$/, { selector: 'li *' })).toBeNull())
  cleanup()
  noteSharedDevice(false)
  const { calls } = openShell('/', usual)
  await screen.findByRole('button', { name: /Test staff/ })
  pressKey()
  expect(screen.queryByText(/^Change person/)).toBeNull()
  expect(calls.filter(({ path }) => path.includes('till'))).toEqual([])
})

it('asks first while something of this person waits to be sent', async () => {
  openShell('/', { ...usual, ...unreachable })
  await submitSale()
  await screen.findByRole('button', { name: /Test staff/ })
  pressKey()
  const question = within(screen.getByRole('alertdialog', { name: /^Change person before everything/ }))
  question.getByText(/Sale of 2 × Aspirin/)
  fireEvent.click(question.getByRole('button', { name: 'Change person' }))
  await screen.findByLabelText(/^PIN/)
})

it('a PIN is set on the account page, and removed', async () => {
  noteSharedDevice(false)
  let hasPin = false
  const change = (to: boolean) => () => {
    hasPin = to
    return gone()
  }
  const { calls } = openShell('/account', {
    ...usual,
    'GET /api/auth/till': () => ({ ...till, hasPin }),
    'PUT /api/auth/till/pin': change(true),
    'DELETE /api/auth/till/pin': change(false),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Set a PIN' }))
  typePin('290417')
  press('Save')
  await screen.findByText('PIN set')
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ pin: '290417' })
  screen.getByText(/^Change person$/, { selector: 'li *' })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove the PIN' }))
  await screen.findByText('PIN removed')
  await screen.findByRole('button', { name: 'Set a PIN' })
})

it('an administrator who needs a second step reads why there is none, and no panel is there while it is off', async () => {
  openShell('/account', { ...usual, 'GET /api/auth/till': { ...till, allowed: false } })
  await screen.findByText(/a PIN cannot replace their second step/)
  expect(screen.queryByRole('button', { name: /a PIN/ })).toBeNull()
})

it('administrators switch it on beside the second step, and the other setting stays', async () => {
  signInAs('admin')
  const settings = { administratorsNeedSecondStep: true, pinsAllowed: false }
  const { calls } = openShell('/users', {
    ...usual,
    ...quietUsers,
    'GET /api/users': [],
    'GET /api/auth/settings': settings,
    'PUT /api/auth/settings': settings,
  })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Staff switch users with a PIN' }))
  press('Save')
  await screen.findByText('Saved')
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ pinsAllowed: true })
})
