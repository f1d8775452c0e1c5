import { sdkVersion } from '@mms/sdk/host'
import { signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen } from '@testing-library/react'
import { version as reactVersion } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  buildArea,
  buildManifest,
  freshPage,
  loadRemote,
  openShell,
  registryOf,
} from '../../test/support.tsx'
import { refreshRegistry } from './registry.ts'

// The theme hides elements and separates words of names.
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

it('shows the badge of an area beside its first link', async () => {
  server(registryOf(buildManifest({ slots: ['navbar-badge'] })))
  const area = buildArea({ widgets: { 'navbar-badge': async () => () => <span>99+</span> } })
  loadRemote.mockResolvedValue({ area })
  openShell('/nowhere')
  await navLink('Medicines 99+')
  // and beside the button of the menu that the links fold into
  const menu = screen.getByRole('button', { name: 'Open menu', hidden: true })
  expect(menu.parentElement?.textContent).toBe('99+')
  fireEvent.click(menu)
  expect(menu.parentElement?.textContent).toBe('')
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

it('runs without areas, and says that a path leads nowhere', async () => {
  server({ areas: [] })
  openShell('/nowhere')
  await screen.findByRole('heading', { name: 'Page not found' })
  fireEvent.click(screen.getByRole('link', { name: 'Go to the dashboard' }))
  await screen.findByText('Nothing here yet')
})

it('keeps the link of an area that was known before and cannot be reached', async () => {
  let manifest: ReturnType<typeof buildManifest> | null = buildManifest()
  server(() => registryOf(manifest))
  openShell('/nowhere')
  await navLink('Medicines')
  manifest = null
  await act(refreshRegistry)
  await navLink('Medicines')
  expect(loadRemote).not.toHaveBeenCalled()
})

it('keeps what runs when its area cannot be reached, or has a newer build, and offers to reload', async () => {
  const nav = [{ label: 'Stock', to: '/stock', order: 10 }]
  let manifest: ReturnType<typeof buildManifest> | null = buildManifest()
  server(() => registryOf(manifest))
  openShell('/')
  await screen.findByText('Total Medicines: 42')
  manifest = null
  await act(refreshRegistry)
  await navLink('Medicines')
  expect(screen.queryByText('A new version is ready.')).toBeNull()
  manifest = buildManifest({ build: 'build-2', nav })
  await act(refreshRegistry)
  screen.getByText('A new version is ready.')
  screen.getByText('Total Medicines: 42')
  screen.getByRole('link', { name: 'Medicines' })
  expect(loadRemote).toHaveBeenCalledOnce()
})
