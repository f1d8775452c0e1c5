import { http } from '@mms/sdk'
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
    stubApi({
      ...quiet,
      'GET /api/users': [],
      'GET /api/users/second-steps': [],
      'GET /api/auth/settings': { administratorsNeedSecondStep: false, pinsAllowed: false },
    })
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
