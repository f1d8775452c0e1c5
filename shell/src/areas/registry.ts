import type { AreaManifest, AreaRegistry } from '@mms/contracts'
import {
  createStore,
  findMismatch,
  type Mismatch,
  notePages,
  noteStoreTimeZone,
  request,
} from '@mms/sdk/host'
import { developmentServers } from './development.ts'
import { presentVersions } from './present-versions.ts'

const PARAMETER = 'without'

/** Areas switched off to find a fault: `/sales?without=alerts`. */
const names = new Set(new URLSearchParams(window.location.search).getAll(PARAMETER))

export interface KnownArea {
  name: string
  baseUrl: string
  manifest: AreaManifest | null
  /** Reason not to fetch the area's code: an unmet requirement, or left out by the user. */
  mismatch: Mismatch | 'left out' | null
}

interface RegistryState {
  status: 'loading' | 'ready' | 'failed'
  areas: KnownArea[]
  newerBuild: boolean
  urgent: string | undefined
  perPerson: boolean
  pageReports: boolean
  /** Milliseconds since the page began. */
  readAt: number
}

const TIMEOUT_MS = 5_000
/** Per area. All areas wait for it. */
const MANIFEST_TIMEOUT_MS = 2_000
const FRESH_MS = 10_000

export const useRegistry = createStore<RegistryState>(() => ({
  status: 'loading',
  areas: [],
  newerBuild: false,
  urgent: undefined,
  perPerson: false,
  pageReports: false,
  readAt: 0,
}))

// Areas link only to pages that exist.
useRegistry.subscribe(({ areas }) =>
  notePages(areas.flatMap(({ manifest, mismatch }) => (mismatch ? [] : (manifest?.routes ?? [])))),
)

export function isRegistryFresh(): boolean {
  const { status, readAt } = useRegistry.getState()
  return status === 'ready' && performance.now() - readAt < FRESH_MS
}

/** After sign-in an area may have been rolled back or differ for this user. Only running areas are kept. */
export function forgetOldRegistry(): void {
  if (isRegistryFresh() && !useRegistry.getState().perPerson) return
  useRegistry.setState(({ areas }) => ({
    status: 'loading',
    areas: areas.filter(({ name }) => running.has(name)),
  }))
}

/** Areas whose code runs in this page. A failed one may be replaced by the registry's next build. */
export const running = new Set<string>()

let underWay: Promise<void> | null = null

/** Never throws: on failure the known areas stay. */
export function refreshRegistry(): Promise<void> {
  underWay ??= readRegistry().finally(() => {
    underWay = null
  })
  return underWay
}

async function readRegistry(): Promise<void> {
  try {
    // The gateway has checked every manifest against the contract.
    const { data } = await request<AreaRegistry>('GET', '/areas.json', { timeout: TIMEOUT_MS })
    const { areas } = data
    // Must be set before any area's code runs.
    noteStoreTimeZone(data.storeTimeZone)
    const before = useRegistry.getState().areas
    const servers = developmentServers()
    const published = areas.filter(({ name }) => !servers.has(name))
    const merged = await Promise.all([
      ...published.map((entry) => merge(entry, before)),
      ...[...servers].map(([name, baseUrl]) => fromDevelopment(name, baseUrl, before)),
    ])
    const gone = before.filter(
      (area) => running.has(area.name) && !merged.some(({ name }) => name === area.name),
    )
    const newer = published.filter((entry) => isNewerBuild(entry, before))
    useRegistry.setState({
      status: 'ready',
      areas: [...merged, ...gone],
      newerBuild: newer.length > 0,
      urgent: newer.find(({ urgent }) => urgent)?.urgent,
      perPerson: areas.some(({ perPerson }) => perPerson),
      pageReports: data.pageReports === true,
      readAt: performance.now(),
    })
  } catch {
    useRegistry.setState(({ areas }) => ({ status: areas.length > 0 ? 'ready' : 'failed' }))
  }
}

type Entry = AreaRegistry['areas'][number]

/** A running area keeps its build until a reload. An unreachable one keeps its last manifest. */
async function merge(entry: Entry, before: KnownArea[]): Promise<KnownArea> {
  const { name, baseUrl } = entry
  const present = before.find((area) => area.name === name)
  if (present && running.has(name)) return present
  const manifest = entry.manifest ?? present?.manifest ?? null
  if (isLeftOut(name)) return { name, baseUrl, manifest, mismatch: 'left out' }
  const mismatch = manifest && findMismatch(manifest.requires, presentVersions)
  const other = mismatch && (await findFitting(entry))
  return other ?? { name, baseUrl, manifest, mismatch }
}

async function fromDevelopment(name: string, baseUrl: string, before: KnownArea[]): Promise<KnownArea> {
  const present = before.find((area) => area.name === name)
  if (present && running.has(name)) return present
  const manifest = await fetchManifestAt(baseUrl, undefined)
  return { name, baseUrl, manifest, mismatch: manifest && findMismatch(manifest.requires, presentVersions) }
}

async function fetchManifestAt(baseUrl: string, integrity: string | undefined): Promise<AreaManifest | null> {
  try {
    const signal = AbortSignal.timeout(MANIFEST_TIMEOUT_MS)
    const answer = await fetch(`${baseUrl}area.json`, { integrity: integrity ?? '', signal })
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}

/** Finds the latest live build that fits this page, without fetching anything of refused builds. */
async function findFitting({ name, others = [] }: Entry): Promise<KnownArea | null> {
  const fitting = others.find(({ requires }) => !findMismatch(requires, presentVersions))
  if (!fitting) return null
  const manifest = await fetchManifestAt(fitting.baseUrl, fitting.integrity)
  return manifest && { name, baseUrl: fitting.baseUrl, manifest, mismatch: null }
}

function isNewerBuild({ name, manifest, others = [] }: Entry, before: KnownArea[]): boolean {
  const present = before.find((area) => area.name === name)
  const build = present?.manifest?.build
  if (!running.has(name) || !manifest || !build || manifest.build === build) return false
  // Reloading helps only if it would bring another build than the fallback already running.
  const isInPlace = others.some(({ baseUrl }) => baseUrl === present?.baseUrl)
  return !isInPlace || !findMismatch(manifest.requires, presentVersions)
}

const isLeftOut = (name: string): boolean => names.has(name)

export function loadLeftOutAreas(): void {
  const address = new URL(window.location.href)
  address.searchParams.delete(PARAMETER)
  window.location.replace(address)
}
