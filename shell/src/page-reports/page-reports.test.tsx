import type { PageReport } from '@mms/contracts'
import { stubApi } from '@mms/sdk/test-support'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildManifest, freshPage, registryOf } from '../../test/support.tsx'
import { refreshRegistry, useRegistry } from '../areas/registry.ts'
import { noteProblem, noteView } from '../notes/notes.ts'
import { sendReports } from './send-reports.ts'

// A browser's measurements, which jsdom has none of.
vi.mock('web-vitals', () => ({ onCLS: vi.fn(), onINP: vi.fn(), onLCP: vi.fn() }))

const origin = window.location.origin
const SHELL_BUILD = '0123456789abcdef'
const secret = 'Asha Rao 9876543210'
const ofInventory = { area: 'inventory', build: 'build-1' }

/** What was sent, newest last. */
let sent: PageReport[]
let bodies: string[]

sendReports()

beforeEach(async () => {
  freshPage()
  localStorage.clear()
  const script = document.createElement('script')
  script.type = 'application/json'
  script.src = `${origin}/assets/main.${SHELL_BUILD}.js`
  document.body.replaceChildren(script)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  stubApi({
    'GET /areas.json': { ...registryOf(buildManifest({ routes: ['/medicines/:id'] })), pageReports: true },
    'GET /api/test': {},
    'POST /page-reports': {},
  })
  const stubbed = globalThis.fetch
  sent = []
  bodies = []
  globalThis.fetch = vi.fn((address: RequestInfo | URL, options?: RequestInit) => {
    if (String(address).endsWith('/page-reports')) {
      bodies.push(String(options?.body))
      sent.push(...JSON.parse(String(options?.body)).reports)
    }
    return stubbed(address, options)
  })
  await refreshRegistry()
  // Another view than that of the test before.
  goTo('/between')
  noteView()
  goTo('/')
  flush()
  sent = []
  bodies = []
  localStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

const flush = () => window.dispatchEvent(new Event('pagehide'))
const goTo = (path: string) => window.history.replaceState(null, '', path)
const area = () => useRegistry.getState().areas[0]

/** As a browser writes the stack of an error: its text first, then a line for each call. */
function errorFrom(...frames: string[]): TypeError {
  const error = new TypeError(`${secret} at ${origin}/areas/inventory/assets/${secret}.js:9:9`)
  error.stack = `TypeError: ${error.message}\n${frames.map((frame) => `    at f (${frame})`).join('\n')}`
  return error
}
const inArea = `${origin}/areas/inventory/assets/7.0123456789abcdef.js?failures=2:1:22`
const inShell = `${origin}/assets/main.${SHELL_BUILD}.js:3:4`

const ofShell = { area: 'shell', build: SHELL_BUILD }

it.each([
  ['an area by the script of its stack', [inArea, inShell], ofInventory, 'assets/7.0123456789abcdef.js:1:22'],
  ['an area that made the shell throw', [inShell, inArea], ofInventory, 'assets/7.0123456789abcdef.js:1:22'],
  ['the shell where no area is in it', [inShell], ofShell, `assets/main.${SHELL_BUILD}.js:3:4`],
])('an error is that of %s', (_what, frames, place, at) => {
  goTo('/medicines/42')
  noteProblem('error', errorFrom(...frames))
  flush()
  const page = place.area === 'shell' ? '*' : '/medicines/:id'
  expect(sent).toEqual([{ kind: 'error', ...place, page, count: 1, name: 'TypeError', at }])
})

it('reports no text, name, address or value of a person', () => {
  goTo(`/medicines/${encodeURIComponent(secret)}?search=${encodeURIComponent(secret)}`)
  noteView()
  noteView(area())
  noteProblem('error', errorFrom(inArea), area())
  noteProblem('rejection', secret)
  noteProblem('rejection', Object.assign(new Error(secret), { name: secret }), area())
  flush()
  expect(sent.map(({ kind }) => kind)).toEqual(['view', 'view', 'error', 'rejection', 'rejection'])
  for (const word of [...secret.split(' '), '%20', 'search']) expect(bodies.join()).not.toContain(word)
})

it('a chunk that is missing is a failed load; the same problem counts once a view, each view counts', () => {
  const chunk = () =>
    Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError', stack: '' })
  for (const path of ['/medicines/1', '/medicines/2']) {
    goTo(path)
    noteView(area())
    noteProblem('rejection', chunk())
    noteProblem('rejection', chunk())
  }
  flush()
  expect(sent).toEqual([
    { kind: 'view', ...ofInventory, page: '/medicines/:id', count: 2 },
    { kind: 'load', ...ofInventory, page: '/medicines/:id', count: 2, name: 'ChunkLoadError' },
  ])
})

it('sends nothing to a gateway that takes no reports', () => {
  useRegistry.setState({ pageReports: false })
  noteProblem('error', errorFrom(inArea))
  flush()
  expect(bodies).toEqual([])
})
