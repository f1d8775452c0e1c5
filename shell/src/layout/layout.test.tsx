import { http } from '@mms/sdk'
import { session } from '@mms/sdk/host'
import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freshPage, openShell } from '../../test/support.tsx'

vi.mock('../areas/federation.ts', () => ({ loadRemoteArea: vi.fn() }))

const quiet = { 'GET /api/test': {}, 'GET /areas.json': { areas: [] } }

beforeEach(() => {
  freshPage()
  signInAs('staff')
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the connection indicator', () => {
  it('follows the server with the texts of the specification, and is hidden while connected', async () => {
    vi.useFakeTimers()
    let up = false
    stubApi({
      ...quiet,
      'GET /api/test': () => {
        if (!up) throw new TypeError('Failed to fetch')
        return {}
      },
    })
    openShell('/')
    screen.getByText('Checking server connection...')
    await act(() => vi.advanceTimersByTimeAsync(10))
    screen.getByText('Server disconnected')
    screen.getByText('Network error. Backend server may not be running.')
    screen.getByText(/backend server is running on local port 5000/)
    up = true
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(screen.queryByText('Server disconnected')).toBeNull()
  })
})

it('shows the failure of any call as a toast', async () => {
  stubApi({ ...quiet, 'GET /api/medicines': () => problem(500, 'Broken', { requestId: 'r-77' }) })
  openShell('/')
  await http.get('/api/medicines').catch(() => undefined)
  await screen.findByText('Error 500: Broken')
  screen.getByText('Reference: r-77')
})

describe('navigation', () => {
  it('names the page and moves focus to its heading', async () => {
    stubApi({ ...quiet, 'GET /api/users': [] })
    openShell('/')
    await screen.findByRole('heading', { name: 'Dashboard' })
    expect(document.title).toBe('Dashboard · Medicine Management System')
    act(() => signInAs('admin'))
    fireEvent.click(screen.getByRole('link', { name: 'Users' }))
    const heading = await screen.findByRole('heading', { name: 'Users' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(document.title).toBe('Users · Medicine Management System')
  })

  it('leaves focus in a field of the new page', async () => {
    stubApi({ ...quiet, 'POST /api/auth/logout': {} })
    openShell('/')
    fireEvent.click(await screen.findByRole('button', { name: /Test staff/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Email/)))
  })

  it('folds into a menu that closes when a page was chosen', async () => {
    stubApi(quiet)
    openShell('/nowhere')
    // at the width of the simulated screen the button is not shown
    fireEvent.click(await screen.findByLabelText('Open menu'))
    const menu = screen.getByLabelText('Menu')
    fireEvent.click(within(menu).getByText('Dashboard'))
    await screen.findByRole('heading', { name: 'Dashboard' })
    expect(screen.getByLabelText('Open menu').getAttribute('aria-expanded')).toBe('false')
  })

  it('leaves that menu open when the list below it is filtered, and closes it for the page one is on', async () => {
    stubApi(quiet)
    const { navigate } = openShell('/')
    fireEvent.click(await screen.findByLabelText('Open menu'))
    await act(() => navigate('/?filter=low-stock'))
    const menu = screen.getByLabelText('Menu')
    fireEvent.click(within(menu).getByText('Dashboard'))
    await screen.findByLabelText('Open menu')
  })

  it('can be skipped', async () => {
    stubApi(quiet)
    openShell('/')
    fireEvent.click(await screen.findByRole('link', { name: 'Skip to content' }))
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })
})

describe('changing the own password', () => {
  const open = async () => {
    openShell('/')
    fireEvent.click(await screen.findByRole('button', { name: /Test staff/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
    return within(await screen.findByRole('dialog', { name: 'Change password' }))
  }
  const type = (dialog: Awaited<ReturnType<typeof open>>, label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(new RegExp(`^${label}`)), { target: { value } })

  it('sends the old and the new one, says so and closes', async () => {
    const calls = stubApi({ ...quiet, 'POST /api/auth/password': () => new Response(null, { status: 204 }) })
    const dialog = await open()
    type(dialog, 'Current password', 'old password')
    type(dialog, 'New password', 'a new long password')
    type(dialog, 'Repeat new password', 'a new long password')
    fireEvent.click(dialog.getByRole('button', { name: 'Change password' }))
    await screen.findByText('Password changed')
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      currentPassword: 'old password',
      newPassword: 'a new long password',
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('goes on with the access token that comes with the new password', async () => {
    const { id: _id = '', name = '', email = '', role = 'staff' } = session.get().user ?? {}
    const answer = { token: 'issued-with-the-new-password', _id, name, email, role }
    stubApi({ ...quiet, 'POST /api/auth/password': answer })
    const dialog = await open()
    type(dialog, 'Current password', 'old password')
    type(dialog, 'New password', 'a new long password')
    type(dialog, 'Repeat new password', 'a new long password')
    fireEvent.click(dialog.getByRole('button', { name: 'Change password' }))
    await screen.findByText('Password changed')
    expect(session.get()).toMatchObject({ token: answer.token, user: { id: _id } })
  })

  it('sends nothing when the repetition differs', async () => {
    stubApi(quiet)
    const dialog = await open()
    type(dialog, 'Current password', 'old password')
    type(dialog, 'New password', 'a new long password')
    type(dialog, 'Repeat new password', 'another')
    fireEvent.click(dialog.getByRole('button', { name: 'Change password' }))
    await dialog.findByText('Does not match the new password')
  })

  it('shows a refusal at the field it is about, and keeps what was typed', async () => {
    stubApi({
      ...quiet,
      'POST /api/auth/password': () =>
        problem(400, 'Bad input', { errors: { currentPassword: 'is not right' } }),
    })
    const dialog = await open()
    type(dialog, 'Current password', 'wrong')
    type(dialog, 'New password', 'a new long password')
    type(dialog, 'Repeat new password', 'a new long password')
    fireEvent.click(dialog.getByRole('button', { name: 'Change password' }))
    await dialog.findByText('Is not right')
    expect((dialog.getByLabelText(/^New password/) as HTMLInputElement).value).toBe('a new long password')
  })
})
