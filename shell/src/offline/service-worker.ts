/**
 * Serves the shell and visited areas while the server cannot be reached. The network always comes first.
 * Files of an area are used only if they belong to the last build in the registry. API calls are not cached.
 *
 * This file must not import anything: types are stripped, but it is not bundled.
 */

/** Declared here because the DOM and service worker types conflict in one program. */
interface WorkerScope {
  location: Location
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: WorkerEvent & { data: unknown }) => void): void
}
interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WorkerEvent {
  request: Request
  respondWith(response: Promise<Response>): void
}
interface Registry {
  areas: { name: string; manifest: { build: string } | null }[]
}

const worker = globalThis as unknown as WorkerScope
const SHELL = 'shell'
const REGISTRY = '/areas.json'
const PAGE = '/'

const pathOf = (request: Request) => new URL(request.url).pathname
const cacheOfArea = (name: string, build: string) => `area ${name} ${build}`

async function buildOf(area: string): Promise<string | undefined> {
  const kept = await (await caches.open(SHELL)).match(REGISTRY)
  const registry = (await kept?.json()) as Registry | undefined
  return registry?.areas.find(({ name }) => name === area)?.manifest?.build
}

async function cacheFor(path: string): Promise<string | undefined> {
  if (path === PAGE || path === REGISTRY || path.startsWith('/assets/')) return SHELL
  const area = /^\/areas\/([^/]+)\//.exec(path)?.[1]
  const build = area && (await buildOf(area))
  return area && build && cacheOfArea(area, build)
}

async function keep(cacheName: string | undefined, key: string, response: Response): Promise<void> {
  if (!cacheName || !response.ok) return
  try {
    await (await caches.open(cacheName)).put(key, response)
  } catch {
    // The disk is full, so fewer files are cached. This matters only offline.
  }
}

async function forgetOtherBuilds({ areas }: Registry): Promise<void> {
  const named = new Set(areas.map(({ name, manifest }) => manifest && cacheOfArea(name, manifest.build)))
  for (const name of await caches.keys()) {
    if (name !== SHELL && !named.has(name)) await caches.delete(name)
  }
}

/** Replaces the cached page and its files with those of a new shell build. */
async function keepPage(response: Response): Promise<void> {
  const cache = await caches.open(SHELL)
  const scriptsOf = (html: string | undefined) => html?.match(/src="[^"]+"/g)?.join() ?? ''
  const before = await (await cache.match(PAGE))?.text()
  const copy = response.clone()
  if (before !== undefined && scriptsOf(before) !== scriptsOf(await copy.text())) {
    for (const { url } of await cache.keys()) {
      if (new URL(url).pathname !== REGISTRY) await cache.delete(url)
    }
  }
  await keep(SHELL, PAGE, response)
}

async function findKept(request: Request, path: string): Promise<Response | undefined> {
  const cacheName = request.signal.aborted ? undefined : await cacheFor(path)
  return cacheName === undefined ? undefined : (await caches.open(cacheName)).match(path)
}

async function keepRegistry(response: Response): Promise<void> {
  const copy = response.clone()
  await keep(SHELL, REGISTRY, response)
  await forgetOtherBuilds((await copy.json()) as Registry)
}

async function keepFile(path: string, response: Response): Promise<void> {
  await keep(await cacheFor(path), path, response)
}

async function answer(
  { request }: Pick<FetchEvent, 'request'>,
  later: WorkerEvent['waitUntil'],
): Promise<Response> {
  const path = request.mode === 'navigate' ? PAGE : pathOf(request)
  let response: Response
  try {
    response = await fetch(request)
  } catch (error) {
    const kept = await findKept(request, path)
    if (kept) return kept
    throw error
  }
  // A proxy answers 502 while the suite is down.
  if (response.status >= 500) return (await findKept(request, path)) ?? response
  // Pages with an area from a development server are not cached.
  if (!response.ok || response.headers.get('cache-control') === 'no-store') return response
  // Wait until page and registry are stored. Until then, an older build counts as the latest.
  if (path === PAGE) await keepPage(response.clone()).catch(() => {})
  else if (path === REGISTRY) await keepRegistry(response.clone()).catch(() => {})
  else later(keepFile(path, response.clone()))
  return response
}

function isOurs({ method, url }: Request): boolean {
  const { origin, pathname } = new URL(url)
  return method === 'GET' && origin === worker.location.origin && !pathname.startsWith('/api/')
}

/** Caches files that loaded before this worker started. Most are still in the browser's cache. */
async function keepAll(paths: string[]): Promise<void> {
  for (const path of [REGISTRY, ...paths]) {
    const cacheName = await cacheFor(path)
    if (!cacheName || (await (await caches.open(cacheName)).match(path))) continue
    const stored: Promise<unknown>[] = []
    await answer({ request: new Request(path) }, (work) => stored.push(work)).catch(() => {})
    await Promise.all(stored)
  }
}

worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  if (isOurs(event.request)) event.respondWith(answer(event, (work) => event.waitUntil(work)))
})
worker.addEventListener('message', (event) => {
  const { keep: paths } = event.data as { keep?: string[] }
  if (Array.isArray(paths)) event.waitUntil(keepAll(paths))
})
