import { type AuditEntry, passwordProblems, type Reauthenticate, type User } from '@mms/contracts'
import { problem, type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshPage, openShell, quietUsers } from '../../test/support.tsx'

const asha: User = {
  _id: 'user-admin',
  name: 'Asha Rao',
  email: 'asha@example.com',
  role: 'admin',
  disabled: false,
  createdAt: '2026-01-04T10:00:00.000Z',
}
const staff = { _id: 'u2', name: 'Ravi Kumar', email: 'ravi@example.com', role: 'staff' as const }
const ravi: User = { ...asha, ...staff, disabled: true }

beforeEach(() => {
  freshPage()
  signInAs('admin')
})

const openUsers = (answers: Parameters<typeof openShell>[1]) =>
  openShell('/users', { ...quietUsers, 'GET /api/users': [asha, ravi], ...answers })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

it.each([
  ['/users', 'Only administrators can manage users.'],
  ['/users/history', 'Only administrators can see this.'],
  ['/status', 'Only administrators can see the status.'],
])('%s is closed to staff, and asks the server nothing', async (page, text) => {
  signInAs('staff')
  openShell(page, {})
  await screen.findByText(text)
})

it('lists everybody with role and status, marks oneself, and shows a user who is added', async () => {
  const users = [asha]
  const { calls } = openUsers({
    'GET /api/users': () => users,
    'POST /api/users': () => {
      users.push(ravi)
      return Response.json(ravi, { status: 201 })
    },
  })
  const own = await row(/Asha Rao/)
  for (const text of ['You', 'Administrator', 'Active']) own.getByText(text)
  press('Add user')
  type(/^Name/, 'Ravi Kumar')
  type(/^Email/, 'ravi@example.com')
  type(/^Password/, 'a long password')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add user' }))
  await screen.findByText('User added')
  ;(await row(/Ravi Kumar/)).getByText('Disabled')
  const added = { ...staff, _id: undefined, password: 'a long password' }
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual(added)
})

it('sends only the changed fields, and shows the refusal to disable the last administrator', async () => {
  const last = 'The last administrator cannot be disabled'
  const refused = ({ body = {} }: StubbedCall) => problem('name' in (body as object) ? 409 : 400, last)
  const { calls } = openUsers({ 'GET /api/users': [asha], 'PUT /api/users/:id': refused })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Asha Rao' }))
  fireEvent.click(screen.getByLabelText('Disabled'))
  press('Save')
  await screen.findByText(last)
  const puts = calls.filter(({ path }) => path === '/api/users/user-admin').map(({ body }) => body)
  // Release 0.3 wants every field.
  expect(puts).toEqual([{ disabled: true }, { name: 'Asha Rao', role: 'admin', disabled: true }])
})

it('sets the password of somebody else', async () => {
  const { calls } = openUsers({ 'POST /api/users/:id/password': () => new Response(null, { status: 204 }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Set password of Ravi Kumar' }))
  type(/^Password/, 'a long password')
  press('Set password')
  await screen.findByText('Password of Ravi Kumar set')
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ password: 'a long password' })
})

describe('a change of users long after the password was typed', () => {
  async function save(code: string) {
    let isProven = false
    const challenges = ['late', 'c2']
    const { calls } = openUsers({
      'GET /api/auth/single-sign-on': { name: 'Example' },
      'PUT /api/users/:id': () => (isProven ? ravi : problem(403, 'Please confirm', { code })),
      'POST /api/auth/reauthenticate': ({ body: { secondStep } }: { body: Reauthenticate }) => {
        isProven = secondStep?.challenge === 'c2'
        if (isProven) return new Response(null, { status: 204 })
        if (secondStep) return problem(409, 'This took too long', { code: 'auth.second_step_over' })
        return problem(403, 'Also', { secondStep: { challenge: challenges.shift(), methods: ['app'] } })
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Ravi Kumar' }))
    press('Save')
    return calls
  }

  it('asks for the password, and for the second step as well, once more if it took too long', async () => {
    const calls = await save(passwordProblems.reauthenticate)
    await screen.findByRole('dialog', { name: 'Confirm with your password' })
    type(/^Your password/, 'her password')
    press('Confirm')
    for (const isLate of [true, false]) {
      await screen.findByLabelText(/^Code from the app/)
      type(/^Code from the app/, '123456')
      press('Confirm')
      if (isLate) await screen.findByText('That took too long. Please confirm once more.')
    }
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2)
    const body = { password: 'her password', secondStep: { challenge: 'c2', code: '123456' } }
    expect(calls.findLast(({ path }) => path === '/api/auth/reauthenticate')?.body).toEqual(body)
  })

  it('sends who came from a provider there again', async () => {
    await save(passwordProblems.signInAgain)
    await screen.findByRole('dialog', { name: 'Please sign in again' })
    const link = await screen.findByRole('link', { name: 'Sign in with Example' })
    expect(link.getAttribute('href')).toBe('/api/auth/single-sign-on/begin?to=%2Fusers&again=true')
  })
})

it('the history of users says what, when, who, about whom, before and after, and from where', async () => {
  const succeeded: AuditEntry = {
    _id: '1',
    at: '2026-11-20T06:30:00.000Z',
    action: 'sign-in.succeeded',
    subject: 'r@example.com',
    actorId: ravi._id,
    actorName: 'Ravi Kumar',
    before: null,
    after: null,
    requestId: 'request-1',
    address: '203.0.113.9',
  }
  const nobody = { _id: '3', actorId: null, actorName: null, subject: 'x@example.com' }
  const reason = 'auth.invalid_credentials'
  const refused = { ...succeeded, ...nobody, action: 'sign-in.refused', after: { reason } }
  const states = { before: { role: 'staff', disabled: false }, after: { role: 'admin', disabled: true } }
  const about = { _id: '2', subject: ravi._id, actorName: 'Asha Rao' }
  const changed = { ...succeeded, ...about, action: 'user.changed', ...states }
  openShell('/users/history', {
    'GET /api/users': [ravi],
    'GET /api/users/history': [refused, changed, succeeded],
  })
  const table = within(await screen.findByRole('table', { name: 'Sign-ins and changes' }))
  await expect.poll(() => table.getAllByRole('row')[2]?.textContent).toContain('Ravi Kumar')
  const texts = table.getAllByRole('row').map(({ textContent }) => textContent)
  expect(texts[1]).toMatch(/Sign-in refused.*-x@example.comReason: wrong email or password203/)
  expect(texts[2]).toMatch(/User changed.*Asha RaoRavi KumarRole Staff → AdministratorDisabled no → yes/)
  expect(texts[3]).toMatch(/Signed in.*Ravi Kumarr@example.com-203\.0\.113\.9/)
})

it('an administrator removes the second step of a user, after a question', async () => {
  const { calls } = openUsers({
    'GET /api/users/second-steps': ['u2'],
    'DELETE /api/users/:id/second-step': () => new Response(null, { status: 204 }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove second step of Ravi Kumar' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove second step' }))
  await screen.findByText('Second step removed')
  expect(calls.find(({ method }) => method === 'DELETE')?.path).toBe('/api/users/u2/second-step')
})

it('the switch of the second step alone is saved, and says why it cannot be', async () => {
  const sentence = 'Set up a second step for yourself first, on your account page'
  const { calls } = openUsers({ 'PUT /api/auth/settings': () => problem(409, sentence) })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Administrators need a second step' }))
  press('Save')
  await screen.findByText(new RegExp(sentence))
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ administratorsNeedSecondStep: true })
})
