import type { AreaManifest } from '@mms/contracts'
import type { AreaDefinition } from '@mms/sdk'
import { newKey, outbox, QueryClientProvider } from '@mms/sdk'
import { connectNotify, createMemoryRouter, createQueryClient, RouterProvider, session } from '@mms/sdk/host'
import { stubApi } from '@mms/sdk/test-support'
import { toast, UiProvider } from '@mms/ui'
import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { loadRemoteArea } from '../src/areas/federation.ts'
import { forgetArea } from '../src/areas/load-area.ts'
import { useRegistry } from '../src/areas/registry.ts'
import { routes } from '../src/routes.tsx'

// The network's edge: in a browser this fetches and runs another build's scripts.
vi.mock('../src/areas/federation.ts', () => ({ loadRemoteArea: vi.fn() }))
export const loadRemote = vi.mocked(loadRemoteArea)

/** Answers of a suite without areas. */
export const quiet = { 'GET /api/test': {}, 'GET /areas.json': { areas: [] } }

/** Answers for the account page of a person without second step, PIN and other sessions. */
export const quietAccount = {
  'GET /api/auth/second-step': { app: null, passkeys: [], recoveryCodesLeft: 0, required: false },
  'GET /api/auth/sessions': [],
  'GET /api/auth/till': { on: false, allowed: false, hasPin: false, people: [] },
}

/** Answers for the users page besides the users. */
export const quietUsers = {
  'GET /api/users/second-steps': [],
  'GET /api/auth/settings': { administratorsNeedSecondStep: false, pinsAllowed: false },
}

/** Submits a sale. With the answers `unreachable` it stays in the outbox. */
export const submitSale = () =>
  outbox.submit({
    key: newKey(),
    path: '/api/transactions',
    body: {},
    title: 'Sale of 2 × Aspirin',
    successText: '',
    failureText: '',
  })

export const unreachable = {
  'POST /api/transactions': () => {
    throw new TypeError('Failed to fetch')
  },
}

/** What an area's build would publish. */
export function buildManifest(over: Partial<AreaManifest> = {}): AreaManifest {
  return {
    name: 'inventory',
    title: 'Medicines',
    owner: 'team-inventory',
    version: '0.3.0',
    build: 'build-1',
    entry: 'mf-manifest.json',
    requires: { sdk: '^1', ui: '^1', react: '^19' },
    nav: [{ label: 'Medicines', to: '/medicines', order: 10 }],
    routes: ['/medicines'],
    slots: ['dashboard'],
    ...over,
  }
}

/** The code behind it. */
export function buildArea(over: Partial<AreaDefinition> = {}): AreaDefinition {
  return {
    name: 'inventory',
    title: 'Medicines',
    owner: 'team-inventory',
    nav: [],
    routes: [{ path: '/medicines', load: async () => () => <h1>Medicines</h1> }],
    widgets: { dashboard: async () => () => <p>Total Medicines: 42</p> },
    ...over,
  }
}

/** `/areas.json` with one area in it, or what is given. */
export function registryOf(manifest: AreaManifest | null, name = manifest?.name ?? 'inventory') {
  return { areas: [{ name, baseUrl: `/areas/${name}/`, manifest }] }
}

/** The whole shell in a fresh page at an address, with answers besides the quiet ones. Call it once per test. */
export function openShell(at: string, answers?: Parameters<typeof stubApi>[0]) {
  const calls = answers ? stubApi({ ...quiet, ...answers }) : []
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  connectNotify(({ kind, text, detail, action }) => toast[kind](text, detail, action))
  render(
    <UiProvider>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return { calls, location: () => `${router.state.location.pathname}${router.state.location.search}` }
}

/** As after a full load: nobody signed in, nothing known of areas, no message on the screen. */
export function freshPage(): void {
  loadRemote.mockReset().mockImplementation(async () => ({ area: buildArea() }))
  session.end('elsewhere')
  forgetArea('inventory')
  useRegistry.setState({ status: 'loading', areas: [], newerBuild: false })
  toast.clear()
  window.scrollTo = vi.fn()
}
