import { sdkVersion } from '@mms/sdk/host'
import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { version as reactVersion } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  buildArea,
  buildManifest,
  freshPage,
  loadRemote,
  openShell,
  registryOf,
} from '../../test/support.tsx'
import { followNotes } from '../notes/notes.ts'
import { refreshRegistry } from './registry.ts'

// What is shown, and where a name has spaces, is what rules say.
document.documentElement.dataset.theme = 'whole'

beforeEach(() => {
  freshPage()
  signInAs('staff')
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const server = (areas: unknown) => stubApi({ 'GET /areas.json': areas as object, 'GET /api/test': {} })
const tryAgain = () => fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
const navLink = (name: string) => screen.findByRole('link', { name })

describe('an area that is there', () => {
  it('has its links in the navigation, its page at its path and its widget on the dashboard', async () => {
    server(registryOf(buildManifest()))
    openShell('/')
    await screen.findByText('Total Medicines: 42')
    fireEvent.click(await navLink('Medicines'))
    await screen.findByRole('heading', { name: 'Medicines' })
    expect(loadRemote).toHaveBeenCalledExactlyOnceWith(
      { name: 'inventory', entry: 'http://localhost:3000/areas/inventory/mf-manifest.json' },
      0,
    )
  })

  it('shows a link with a role to that role only', async () => {
    const nav = [
      { label: 'Reports', to: '/reports', order: 5, role: 'admin' as const },
      { label: 'Sales', to: '/sales', order: 3 },
    ]
    server(registryOf(buildManifest({ nav })))
    openShell('/')
    await navLink('Sales')
    expect(screen.queryByRole('link', { name: 'Reports' })).toBeNull()
    act(() => signInAs('admin'))
    await navLink('Reports')
    const links = screen.getAllByRole('link').map((link) => link.textContent)
    expect(links.slice(-4)).toEqual(['Dashboard', 'Sales', 'Reports', 'Users'])
  })

  it('shows its badge beside its first link', async () => {
    server(registryOf(buildManifest({ slots: ['navbar-badge'] })))
    loadRemote.mockResolvedValue({
      area: buildArea({ widgets: { 'navbar-badge': async () => () => <span>99+</span> } }),
    })
    openShell('/nowhere')
    await navLink('Medicines 99+')
    // and beside the button of the menu that the links fold into
    const menu = screen.getByRole('button', { name: 'Open menu', hidden: true })
    expect(menu.parentElement?.textContent).toBe('99+')
    fireEvent.click(menu)
    expect(menu.parentElement?.textContent).toBe('')
  })
})

describe('an area that is missing', () => {
  it('is a named card with a working Try again, while everything else goes on', async () => {
    server(registryOf(buildManifest()))
    loadRemote.mockRejectedValue(new Error('404'))
    openShell('/')
    const card = await screen.findByRole('alert')
    expect(card.textContent).toContain('Medicines is not available')
    expect(card.textContent).toContain('team-inventory')
    await navLink('Dashboard')

    tryAgain()
    await waitFor(() => expect(loadRemote).toHaveBeenCalledTimes(2))
    await screen.findByText('Medicines is not available')

    loadRemote.mockResolvedValue({ area: buildArea() })
    tryAgain()
    await screen.findByText('Total Medicines: 42')
    const failuresBefore = loadRemote.mock.calls.map((call) => call[1])
    expect(failuresBefore.map((count) => count - (failuresBefore[0] ?? 0))).toEqual([0, 1, 2])
  })
})

it('becomes a card when it hangs for five seconds, and is shown when it arrives after all', async () => {
  vi.useFakeTimers()
  server(registryOf(buildManifest()))
  const { promise, resolve } = Promise.withResolvers<unknown>()
  loadRemote.mockReturnValue(promise)
  openShell('/')
  await act(() => vi.advanceTimersByTimeAsync(4_900))
  expect(screen.queryByText('Medicines is not available')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(200))
  screen.getByText('Medicines is not available')
  resolve({ area: buildArea() })
  await act(() => vi.advanceTimersByTimeAsync(100))
  screen.getByText('Total Medicines: 42')
})

it('keeps a widget that throws inside its own card, and begins anew with Try again', async () => {
  const Broken = () => {
    throw new Error('broken on render')
  }
  const second = buildManifest({ name: 'alerts', title: 'Alerts', nav: [], routes: ['/alerts'] })
  server({ areas: [...registryOf(buildManifest()).areas, ...registryOf(second).areas] })
  loadRemote.mockImplementation(async ({ name }) => ({
    area: buildArea({
      widgets: { dashboard: async () => (name === 'alerts' ? () => <p>No alerts</p> : Broken) },
    }),
  }))
  openShell('/')
  await screen.findByText('Medicines is not available')
  await screen.findByText('No alerts')
  loadRemote.mockResolvedValue({ area: buildArea() })
  tryAgain()
  await screen.findByText('Total Medicines: 42')
})

it.each([
  ['sdk', { sdk: '^2.1', ui: '^1', react: '^19' }, `^2.1 of sdk, and this page has ${sdkVersion}`],
  ['react', { sdk: '^1', ui: '^1', react: '^99' }, `^99 of react, and this page has ${reactVersion}`],
])('refuses an area that needs a newer %s before any of its code is fetched', async (_, requires, words) => {
  server(registryOf(buildManifest({ requires })))
  openShell('/')
  const card = await screen.findByRole('alert')
  expect(card.textContent).toContain('Medicines is not available')
  expect(card.textContent).toContain(`It needs version ${words}`)
  expect(loadRemote).not.toHaveBeenCalled()
})

it('never runs code that an area names outside of its folder', async () => {
  server(registryOf(buildManifest({ entry: '//elsewhere.example/x' })))
  openShell('/')
  await screen.findByText('Medicines is not available')
  expect(loadRemote).not.toHaveBeenCalled()
})

it('says that there is no connection, and tries again by itself once there is', async () => {
  let up = false
  stubApi({
    'GET /areas.json': registryOf(buildManifest()),
    'GET /api/test': () => {
      if (!up) throw new TypeError('Failed to fetch')
      return {}
    },
  })
  for (const _ of [1, 2]) loadRemote.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  openShell('/medicines')
  const card = await screen.findByRole('alert')
  await waitFor(() => expect(card.textContent).toContain('No connection'))
  expect(screen.queryByText(/is not available/)).toBeNull()
  up = true
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByRole('heading', { name: 'Medicines' })
})

describe('code that could not be fetched', () => {
  const withBadge = buildManifest({ slots: ['dashboard', 'navbar-badge'] })
  const Badge = () => <span>7</span>
  const area = () =>
    buildArea({
      widgets: { dashboard: async () => () => <p>Total: 42</p>, 'navbar-badge': async () => Badge },
    })

  it('comes by itself, page and badge, once the list is read again, and is reported once', async () => {
    const notes: string[] = []
    followNotes(({ kind }) => notes.push(kind))
    server(registryOf(withBadge))
    loadRemote.mockRejectedValue(new Error('404'))
    openShell('/')
    await screen.findByText('Medicines is not available')
    const noted = notes.filter((kind) => kind !== 'view').length
    await act(refreshRegistry)
    await waitFor(() => expect(loadRemote).toHaveBeenCalledTimes(2))
    await screen.findByText('Medicines is not available')
    expect(notes.filter((kind) => kind !== 'view')).toHaveLength(noted)
    loadRemote.mockImplementation(async () => ({ area: area() }))
    await act(refreshRegistry)
    await screen.findByText('Total: 42')
    await navLink('Medicines 7')
    expect(loadRemote).toHaveBeenCalledTimes(3)
  })
})

describe('an area that cannot be reached', () => {
  it('is shown in the place of a page that nobody claims, and the page once it is back', async () => {
    let manifest: ReturnType<typeof buildManifest> | null = null
    server(() => registryOf(manifest))
    openShell('/medicines')
    await screen.findByText('Inventory is not available')
    manifest = buildManifest()
    tryAgain()
    await screen.findByRole('heading', { name: 'Medicines' })
  })

  it('keeps its link when it was known before', async () => {
    let manifest: ReturnType<typeof buildManifest> | null = buildManifest()
    server(() => registryOf(manifest))
    openShell('/users')
    await navLink('Medicines')
    manifest = null
    await act(refreshRegistry)
    await navLink('Medicines')
  })
})

describe('without areas', () => {
  it('runs, and says that a path leads nowhere', async () => {
    server({ areas: [] })
    openShell('/nowhere')
    await screen.findByRole('heading', { name: 'Page not found' })
    fireEvent.click(screen.getByRole('link', { name: 'Go to the dashboard' }))
    await screen.findByText('Nothing here yet')
  })

  it('says so when the list of areas cannot be read, and recovers', async () => {
    let up = false
    server(() => (up ? registryOf(buildManifest()) : problem(502, 'Bad gateway')))
    openShell('/medicines')
    await screen.findByText('The areas are not available')
    up = true
    tryAgain()
    await screen.findByRole('heading', { name: 'Medicines' })
  })
})

it('keeps the build that runs when a newer one appears, and offers to reload', async () => {
  const newer = buildManifest({ build: 'build-2', nav: [{ label: 'Stock', to: '/stock', order: 10 }] })
  let manifest = buildManifest()
  server(() => registryOf(manifest))
  openShell('/')
  await screen.findByText('Total Medicines: 42')
  manifest = newer
  await act(refreshRegistry)
  screen.getByText('A new version is ready.')
  screen.getByText('Total Medicines: 42')
  screen.getByRole('link', { name: 'Medicines' })
  expect(loadRemote).toHaveBeenCalledOnce()
})
