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
import { isLeftOut } from './left-out.ts'
import { presentVersions } from './present-versions.ts'

/** An area as the page knows it. */
export interface KnownArea {
  name: string
  baseUrl: string
  /** Null until it could be read once. */
  manifest: AreaManifest | null
  /** What the area asks for and this page does not have, or that it was left out; its code is then not fetched. */
  mismatch: Mismatch | 'left out' | null
}

interface RegistryState {
  status: 'loading' | 'ready' | 'failed'
  areas: KnownArea[]
  /** An area that runs in this page has been replaced by a newer build; the next full load brings it. */
  newerBuild: boolean
  /** Why the page should be loaded again at once, in the words of those who published the newer build. */
  urgent: string | undefined
  /** Whether another person may get other builds. */
  perPerson: boolean
  /** Whether the gateway takes reports of pages. */
  pageReports: boolean
  /** When it was read, in milliseconds since the page began. */
  readAt: number
}

const TIMEOUT_MS = 5_000
/** For the manifest of one area; until then all wait. */
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

// Areas link to one another's pages only where these are.
useRegistry.subscribe(({ areas }) =>
  notePages(areas.flatMap(({ manifest, mismatch }) => (mismatch ? [] : (manifest?.routes ?? [])))),
)

/** Whether it was read a moment ago, as it is at the start of a page. */
export function isRegistryFresh(): boolean {
  const { status, readAt } = useRegistry.getState()
  return status === 'ready' && performance.now() - readAt < FRESH_MS
}

/**
 * For a user who has just signed in: an area may have been rolled back since it was read, or be another build for this
 * person, so only what runs still counts.
 */
export function forgetOldRegistry(): void {
  if (isRegistryFresh() && !useRegistry.getState().perPerson) return
  useRegistry.setState(({ areas }) => ({
    status: 'loading',
    areas: areas.filter(({ name }) => running.has(name)),
  }))
}

/** Names of the areas whose code runs in this page; one that fails may be replaced by what the registry names next. */
export const running = new Set<string>()

let underWay: Promise<void> | null = null

/** Reads `/areas.json` again. Never throws: what was known stays known. */
export function refreshRegistry(): Promise<void> {
  underWay ??= readRegistry().finally(() => {
    underWay = null
  })
  return underWay
}

async function readRegistry(): Promise<void> {
  try {
    // The gateway has checked every manifest against the contract before it lists it.
    const { data } = await request<AreaRegistry>('GET', '/areas.json', { timeout: TIMEOUT_MS })
    const { areas } = data
    // before the code of any area runs
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

/** A running area keeps its build until the page is reloaded; an unreachable one keeps its last manifest. */
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

/** An area as its development server has it now; it need not be published. */
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

/** The newest published build that this page can run; its manifest is fetched, and nothing of the build that is refused. */
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
  // What runs in the place of a build that does not fit is all that loading the page again would bring.
  const isInPlace = others.some(({ baseUrl }) => baseUrl === present?.baseUrl)
  return !isInPlace || !findMismatch(manifest.requires, presentVersions)
}
