import type { AreaManifest, AreaRegistry } from '@mms/contracts'
import {
  createStore,
  findMismatch,
  type Mismatch,
  notePages,
  noteStoreTimeZone,
  request,
} from '@mms/sdk/host'
import { presentVersions } from './present-versions.ts'

/** An area as the page knows it. */
export interface KnownArea {
  name: string
  baseUrl: string
  /** Null until it could be read once. */
  manifest: AreaManifest | null
  /** What the area asks for and this page does not have; its code is then not fetched. */
  mismatch: Mismatch | null
}

interface RegistryState {
  status: 'loading' | 'ready' | 'failed'
  areas: KnownArea[]
  /** An area that runs in this page has been replaced by a newer build; the next full load brings it. */
  newerBuild: boolean
  /** When it was read, in milliseconds since the page began. */
  readAt: number
}

const TIMEOUT_MS = 5_000
const FRESH_MS = 10_000

export const useRegistry = createStore<RegistryState>(() => ({
  status: 'loading',
  areas: [],
  newerBuild: false,
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

/** For a user who has just signed in: an area may have been rolled back since it was read, so only what runs still counts. */
export function forgetOldRegistry(): void {
  if (isRegistryFresh()) return
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
    const merged = areas.map((entry) => merge(entry, before))
    const gone = before.filter(
      (area) => running.has(area.name) && !areas.some(({ name }) => name === area.name),
    )
    useRegistry.setState({
      status: 'ready',
      areas: [...merged, ...gone],
      newerBuild: areas.some((entry) => isNewerBuild(entry, before)),
      readAt: performance.now(),
    })
  } catch {
    useRegistry.setState(({ areas }) => ({ status: areas.length > 0 ? 'ready' : 'failed' }))
  }
}

type Entry = AreaRegistry['areas'][number]

/** A running area keeps its build until the page is reloaded; an unreachable one keeps its last manifest. */
function merge({ name, baseUrl, ...entry }: Entry, before: KnownArea[]): KnownArea {
  const present = before.find((area) => area.name === name)
  if (present && running.has(name)) return present
  const manifest = entry.manifest ?? present?.manifest ?? null
  return { name, baseUrl, manifest, mismatch: manifest && findMismatch(manifest.requires, presentVersions) }
}

function isNewerBuild({ name, manifest }: Entry, before: KnownArea[]): boolean {
  const build = before.find((area) => area.name === name)?.manifest?.build
  return running.has(name) && !!manifest && !!build && manifest.build !== build
}
