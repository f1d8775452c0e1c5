import { session } from '@mms/sdk/host'
import { signInAs } from '@mms/sdk/test-support'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { freshPage, openShell, quietAccount } from '../../test/support.tsx'

beforeEach(() => {
  freshPage()
  signInAs('staff')
})

it('shows no password to change to whom the provider of single sign-on signed in', async () => {
  openShell('/account', {
    ...quietAccount,
    'GET /api/auth/second-step': { ...quietAccount['GET /api/auth/second-step'], byProvider: true },
    'GET /api/auth/single-sign-on': { name: 'Example' },
  })
  await screen.findByText('You sign in with Example, which manages your password and second step.')
  expect(screen.queryByLabelText(/^Current password/)).toBeNull()
})

/** The answer to a changed password: the same user with a new access token. */
function answerWith(token: string) {
  const { id: _id = '', name = '', email = '', role = 'staff' } = session.get().user ?? {}
  return { token, _id, name, email, role }
}

const currentPassword = () => screen.getByLabelText<HTMLInputElement>(/^Current password/)
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

function changePassword(repeated: string): void {
  fireEvent.change(currentPassword(), { target: { value: 'old password' } })
  type(/^New password/, 'a new long password')
  type(/^Repeat new password/, repeated)
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
}

it('changes the password once both entries match, and goes on with the access token that comes', async () => {
  const answer = answerWith('issued-with-the-new-password')
  const { calls } = openShell('/', { ...quietAccount, 'POST /api/auth/password': answer })
  fireEvent.click(await screen.findByRole('button', { name: /Test staff/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Account' }))
  await screen.findByRole('region', { name: 'Password' })
  changePassword('another')
  await screen.findByText('Does not match the new password')
  changePassword('a new long password')
  await screen.findByText('Password changed')
  const sent = [{ currentPassword: 'old password', newPassword: 'a new long password' }]
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual(sent)
  expect(currentPassword().value).toBe('')
  expect(session.get()).toMatchObject({ token: answer.token, user: { id: answer._id } })
})

it('shows nothing but the form while the password is one that another person chose', async () => {
  const { id: sub } = session.get().user ?? {}
  const given = `e30.${btoa(JSON.stringify({ sub, mustChangePassword: true }))}.signature`
  act(() => session.start(answerWith(given)))
  openShell('/', { ...quietAccount, 'POST /api/auth/password': answerWith('their own') })
  await screen.findByRole('heading', { name: 'Choose your password' })
  expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull()
  changePassword('a new long password')
  await screen.findByRole('heading', { name: 'Dashboard' })
})

it('lists where one is signed in, and signs out one other device, or all after a question', async () => {
  const [createdAt, lastUsedAt] = ['2026-11-20T04:00:00.000Z', '2026-11-23T09:30:00.000Z']
  const here = { _id: 's1', device: 'Chrome on Windows', createdAt, lastUsedAt, current: true }
  const sessions = [here, { ...here, _id: 's2', device: 'Firefox on Linux', current: false }]
  const { calls } = openShell('/account', {
    ...quietAccount,
    'GET /api/auth/sessions': () => sessions,
    'DELETE /api/auth/sessions/s2': () => {
      sessions.pop()
      return new Response(null, { status: 204 })
    },
    'DELETE /api/auth/sessions': () => new Response(null, { status: 204 }),
  })
  const own = within(await screen.findByRole('row', { name: /Chrome on Windows/ }))
  own.getByText('This device')
  expect(own.queryByRole('button', { name: /Sign out/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Sign out Firefox on Linux' }))
  await screen.findByText('Signed out: Firefox on Linux')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Firefox/ })).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  const question = within(screen.getByRole('alertdialog'))
  fireEvent.click(question.getByRole('button', { name: 'Sign out everywhere' }))
  await screen.findByLabelText(/^Email/)
  expect(session.get().token).toBeNull()
})
