import type { AreaManifest, AreaRegistry } from '@mms/contracts'
import {
  createStore,
  findMismatch,
  type Mismatch,
  notePages,
  noteStoreTimeZone,
  request,
  sdkVersion,
} from '@mms/sdk/host'
import { version as uiVersion } from '@mms/ui/package.json'
import { version as react } from 'react'
import { developmentServers } from './development.ts'

export const presentVersions = { sdk: sdkVersion, ui: uiVersion, react }

const PARAMETER = 'without'

/** Areas that the user leaves out to find a fault: `/sales?without=alerts`. */
const names = new Set(new URLSearchParams(window.location.search).getAll(PARAMETER))

export interface KnownArea {
  name: string
  baseUrl: string
  manifest: AreaManifest | null
  /** Why the area's code is not fetched: an unmet requirement, or the user left it out. */
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
/** Milliseconds per area. All areas wait for the slowest one. */
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

// Tells links in areas which pages exist.
useRegistry.subscribe(({ areas }) =>
  notePages(areas.flatMap(({ manifest, mismatch }) => (mismatch ? [] : (manifest?.routes ?? [])))),
)

export function isRegistryFresh(): boolean {
  const { status, readAt } = useRegistry.getState()
  return status === 'ready' && performance.now() - readAt < FRESH_MS
}

/** At sign-in, forgets all areas except running ones. Others may differ for this user or be rolled back. */
export function forgetOldRegistry(): void {
  if (isRegistryFresh() && !useRegistry.getState().perPerson) return
  useRegistry.setState(({ areas }) => ({
    status: 'loading',
    areas: areas.filter(({ name }) => runningAreas.has(name)),
  }))
}

/** Areas whose code runs in this page. If one failed, the registry's next build may replace it. */
export const runningAreas = new Set<string>()

let underWay: Promise<void> | null = null

/** Never throws: on failure the known areas stay in place. */
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
    // Set the time zone before the code of any area runs.
    noteStoreTimeZone(data.storeTimeZone)
    const before = useRegistry.getState().areas
    const servers = developmentServers()
    const published = areas.filter(({ name }) => !servers.has(name))
    const merged = await Promise.all([
      ...published.map((entry) => merge(entry, before)),
      ...[...servers].map(([name, baseUrl]) => fromDevelopment(name, baseUrl, before)),
    ])
    const gone = before.filter(
      (area) => runningAreas.has(area.name) && !merged.some(({ name }) => name === area.name),
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

/** A running area keeps its build until the page reloads. An unreachable area keeps its last manifest. */
async function merge(entry: Entry, before: KnownArea[]): Promise<KnownArea> {
  const { name, baseUrl } = entry
  const present = before.find((area) => area.name === name)
  if (present && runningAreas.has(name)) return present
  const manifest = entry.manifest ?? present?.manifest ?? null
  if (isLeftOut(name)) return { name, baseUrl, manifest, mismatch: 'left out' }
  const mismatch = manifest && findMismatch(manifest.requires, presentVersions)
  const other = mismatch && (await findFitting(entry))
  return other ?? { name, baseUrl, manifest, mismatch }
}

async function fromDevelopment(name: string, baseUrl: string, before: KnownArea[]): Promise<KnownArea> {
  const present = before.find((area) => area.name === name)
  if (present && runningAreas.has(name)) return present
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

/** Finds the latest live build that fits this page. Fetches nothing of builds that do not fit. */
async function findFitting({ name, others = [] }: Entry): Promise<KnownArea | null> {
  const fitting = others.find(({ requires }) => !findMismatch(requires, presentVersions))
  if (!fitting) return null
  const manifest = await fetchManifestAt(fitting.baseUrl, fitting.integrity)
  return manifest && { name, baseUrl: fitting.baseUrl, manifest, mismatch: null }
}

function isNewerBuild({ name, manifest, others = [] }: Entry, before: KnownArea[]): boolean {
  const present = before.find((area) => area.name === name)
  const build = present?.manifest?.build
  if (!runningAreas.has(name) || !manifest || !build || manifest.build === build) return false
  // Offer a reload only if it would load another build than the one already running.
  const isInPlace = others.some(({ baseUrl }) => baseUrl === present?.baseUrl)
  return !isInPlace || !findMismatch(manifest.requires, presentVersions)
}

const isLeftOut = (name: string): boolean => names.has(name)

export function loadLeftOutAreas(): void {
  const address = new URL(window.location.href)
  address.searchParams.delete(PARAMETER)
  window.location.replace(address)
}
