import { type StubbedCall, signInAs, signOut, stubApi } from '@mms/sdk/test-support'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { buildManifest, freshPage, loadRemote, registryOf } from '../../test/support.tsx'
import { loadArea } from './load-area.ts'
import { prepareAddress } from './prepare-address.ts'
import { forgetOldRegistry, isRegistryFresh, refreshRegistry, useRegistry } from './registry.ts'

let made = 0
/** An area that no test before has looked at, with a page at its name. */
function buildOther(over: Parameters<typeof buildManifest>[0] = {}) {
  made += 1
  const name = `area-${made}`
  return buildManifest({
    name,
    routes: [`/${name}`, `/${name}/:id`],
    files: {
      container: `mms_area_area_${made}`,
      entry: 'assets/entry.js',
      definition: ['assets/definition.js'],
      parts: { [`/${name}`]: ['assets/page.js', 'assets/shared.js'], [`/${name}/:id`]: ['assets/one.js'] },
    },
    asks: { [`/${name}`]: ['/api/things?limit=50'] },
    ...over,
  })
}

function serve(...manifests: ReturnType<typeof buildManifest>[]) {
  const areas = manifests.flatMap((manifest) => registryOf(manifest).areas)
  const code = new Response('', { headers: { 'content-type': 'text/javascript' } })
  return stubApi({ 'GET /areas.json': { areas }, 'GET /api/things': [], 'GET /areas/*': () => code.clone() })
}

function prepare(address: string): Promise<void> {
  window.history.replaceState(null, '', address)
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  return prepareAddress()
}

const scriptsOf = ({ name }: { name: string }, calls: StubbedCall[]) =>
  calls.map(({ path }) => path).filter((path) => path.startsWith(`/areas/${name}/`))
const others = (calls: StubbedCall[]) =>
  calls.map(({ path }) => path).filter((path) => !path.startsWith('/areas/'))

beforeEach(() => {
  freshPage()
  signInAs('staff')
})

it('asks at once for the scripts of the page at this address and for its first data, and for nothing else', async () => {
  const [mine, other] = [buildOther(), buildOther()]
  const calls = serve(mine, other)
  await prepare(`/${mine.name}`)
  const { name, files } = mine
  const scripts = ['definition', 'page', 'shared'].map((script) => `/areas/${name}/assets/${script}.js`)
  expect(scriptsOf(mine, calls)).toEqual(scripts)
  const entry = `http://localhost:3000/areas/${name}/assets/entry.js`
  const remote = { name, entry, entryGlobalName: files?.container }
  expect(loadRemote).toHaveBeenCalledExactlyOnceWith(remote, 0)
  expect(scriptsOf(other, calls)).toEqual([])
  expect(others(calls)).toEqual(['/areas.json', '/api/things'])
})

it('asks for no data where the address has a query, and finds paths with a parameter', async () => {
  const [first, second] = [buildOther(), buildOther()]
  const calls = serve(first, second)
  await prepare(`/${first.name}?search=amox`)
  await prepare(`/${second.name}/42`)
  expect(scriptsOf(first, calls)).toContain(`/areas/${first.name}/assets/page.js`)
  expect(scriptsOf(second, calls)).toContain(`/areas/${second.name}/assets/one.js`)
  expect(calls.filter(({ path }) => path === '/api/things')).toEqual([])
})

it.each([
  ['that this page refuses', { requires: { sdk: '^99', ui: '^1', react: '^19' } }, () => {}],
  ['while nobody is signed in', {}, signOut],
])('asks for nothing of an area %s', async (_, parts, begin) => {
  begin()
  const area = buildOther(parts)
  const calls = serve(area)
  await prepare(`/${area.name}`)
  expect(loadRemote).not.toHaveBeenCalled()
  expect(calls.map(({ path }) => path)).toEqual(['/areas.json'])
})

it.each(['//elsewhere.example/x.js', '../other/x.js'])('never asks for a script at %s', async (file) => {
  const area = buildOther()
  const files = { container: 'mms_area_x', entry: 'assets/entry.js', definition: [], parts: {} }
  const calls = serve({ ...area, files: { ...files, parts: { [`/${area.name}`]: [file] } } })
  await expect(prepare(`/${area.name}`)).rejects.toThrow('outside of its folder')
  expect(scriptsOf(area, calls)).toEqual([])
  expect(loadRemote).not.toHaveBeenCalled()
})

it('gives up the scripts of an area that failed, and asks for them one after the other from then on', async () => {
  const area = buildOther()
  const signals: AbortSignal[] = []
  serve(area)
  const answer = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (String(url).endsWith('definition.js') && init.signal) signals.push(init.signal)
    return answer(url, init)
  })
  loadRemote.mockRejectedValueOnce(new Error('404'))
  await prepare(`/${area.name}`)
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true])
  await prepareAddress()
  await loadArea(area.name)
  expect(signals).toHaveLength(1)
  expect(loadRemote.mock.lastCall?.[1]).toBe(1)
})

it('asks for the build that the registry names now, not for one that was rolled back', async () => {
  const area = buildOther()
  serve(area)
  await refreshRegistry()
  const files = area.files && { ...area.files, entry: 'assets/before.js', definition: ['assets/old.js'] }
  const calls = serve({ ...area, build: 'before', files })
  await prepare(`/${area.name}`)
  expect(scriptsOf(area, calls)[0]).toBe(`/areas/${area.name}/assets/old.js`)
  expect(loadRemote.mock.lastCall?.[0].entry).toContain('before.js')
})

it('forgets what it read long before somebody signs in, and keeps what it has just read', async () => {
  serve(buildOther())
  await refreshRegistry()
  forgetOldRegistry()
  expect(isRegistryFresh()).toBe(true)
  expect(useRegistry.getState().areas).toHaveLength(1)
  useRegistry.setState({ readAt: performance.now() - 10_000 })
  forgetOldRegistry()
  expect(useRegistry.getState()).toMatchObject({ status: 'loading', areas: [] })
})
