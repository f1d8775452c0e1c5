import { session } from '@mms/sdk/host'
import { signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshPage, openShell, quiet, quietAccount } from '../../test/support.tsx'

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

describe('changing the own password', () => {
  const open = async () => {
    openShell('/')
    fireEvent.click(await screen.findByRole('button', { name: /Test staff/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Account' }))
    return within(await screen.findByRole('region', { name: 'Password' }))
  }
  const type = (form: Awaited<ReturnType<typeof open>>, label: string, value: string) =>
    fireEvent.change(form.getByLabelText(new RegExp(`^${label}`)), { target: { value } })

  it('sends both, says so, is empty again, and goes on with the access token that comes', async () => {
    const { id: _id = '', name = '', email = '', role = 'staff' } = session.get().user ?? {}
    const answer = { token: 'issued-with-the-new-password', _id, name, email, role }
    const calls = stubApi({ ...quiet, ...quietAccount, 'POST /api/auth/password': answer })
    const form = await open()
    type(form, 'Current password', 'old password')
    type(form, 'New password', 'a new long password')
    type(form, 'Repeat new password', 'a new long password')
    fireEvent.click(form.getByRole('button', { name: 'Change password' }))
    await screen.findByText('Password changed')
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      currentPassword: 'old password',
      newPassword: 'a new long password',
    })
    expect((form.getByLabelText(/^Current password/) as HTMLInputElement).value).toBe('')
    expect(session.get()).toMatchObject({ token: answer.token, user: { id: _id } })
  })

  it('sends nothing when the repetition differs', async () => {
    stubApi({ ...quiet, ...quietAccount })
    const form = await open()
    type(form, 'Current password', 'old password')
    type(form, 'New password', 'a new long password')
    type(form, 'Repeat new password', 'another')
    fireEvent.click(form.getByRole('button', { name: 'Change password' }))
    await form.findByText('Does not match the new password')
  })
})

it('shows nothing but the form while the password is one that another person chose', async () => {
  const { id: _id = '', name = '', email = '', role = 'staff' } = session.get().user ?? {}
  const given = `e30.${btoa(JSON.stringify({ sub: _id, mustChangePassword: true }))}.signature`
  act(() => session.start({ token: given, _id, name, email, role }))
  openShell('/', {
    ...quietAccount,
    'POST /api/auth/password': { token: 'their own', _id, name, email, role },
  })
  await screen.findByRole('heading', { name: 'Choose your password' })
  expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull()
  for (const [label, value] of [
    [/^Current password/, 'the one she was given'],
    [/^New password/, 'a new long password'],
    [/^Repeat new password/, 'a new long password'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByRole('heading', { name: 'Dashboard' })
})

describe('where one is signed in', () => {
  const here = {
    _id: 's1',
    device: 'Chrome on Windows',
    createdAt: '2026-11-20T04:00:00.000Z',
    lastUsedAt: '2026-11-23T09:30:00.000Z',
    current: true,
  }
  const till = { ...here, _id: 's2', device: 'Firefox on Linux', current: false }

  it('is a list that marks this device, and another one is signed out from it', async () => {
    const sessions = [here, till]
    openShell('/account', {
      ...quietAccount,
      'GET /api/auth/sessions': () => sessions,
      'DELETE /api/auth/sessions/s2': () => {
        sessions.pop()
        return new Response(null, { status: 204 })
      },
    })
    const own = within(await screen.findByRole('row', { name: /Chrome on Windows/ }))
    own.getByText('This device')
    expect(own.queryByRole('button', { name: /Sign out/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Sign out Firefox on Linux' }))
    await screen.findByText('Signed out: Firefox on Linux')
    await waitFor(() => expect(screen.queryByRole('row', { name: /Firefox/ })).toBeNull())
  })

  it('ends everywhere at once, after a question', async () => {
    const { calls } = openShell('/account', {
      ...quietAccount,
      'GET /api/auth/sessions': [here, till],
      'DELETE /api/auth/sessions': () => new Response(null, { status: 204 }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([])
    const question = within(screen.getByRole('alertdialog'))
    fireEvent.click(question.getByRole('button', { name: 'Sign out everywhere' }))
    await screen.findByLabelText(/^Email/)
    expect(session.get().token).toBeNull()
  })
})
