import type { AreaDefinition } from '@mms/sdk'
import { askAhead } from '@mms/sdk/host'
import { loadRemoteArea } from './federation.ts'
import { type KnownArea, runningAreas, useRegistry } from './registry.ts'

const loaded = new Map<string, Promise<AreaDefinition>>()
const failures = new Map<string, number>()
const asked = new Set<string>()

/** Fetches the code once, and again only after `forgetArea`. */
export function loadArea(name: string): Promise<AreaDefinition> {
  const present = loaded.get(name)
  if (present) return present
  const loading = fetchArea(name)
  loaded.set(name, loading)
  const isCurrent = () => loaded.get(name) === loading
  loading.then(
    () => isCurrent() && runningAreas.add(name),
    () => isCurrent() && forgetArea(name),
  )
  return loading
}

/**
 * Starts to load the code of a part and, the first time, its data. `part` is a route's path or a slot's name.
 * Skips areas that do not fit this page.
 */
export function prepareArea(area: KnownArea, part: string): void {
  const { manifest, mismatch, name } = area
  if (!manifest || mismatch) return
  const { files, asks } = manifest
  // After a failure, fetch the files one by one, so that none waits for one that hangs.
  if (files && !failures.has(name)) {
    fetchScripts(area, [...files.definition, ...(files.parts[part] ?? [])])
  }
  loadArea(name).catch(() => {})
  const key = `${name} ${part}`
  if (!asked.has(key) && window.location.search === '') askAhead(asks?.[part] ?? [])
  asked.add(key)
}

export async function renewPart(name: string, part: string): Promise<void> {
  const area = useRegistry.getState().areas.find((one) => one.name === name)
  const files = area?.mismatch ? undefined : area?.manifest?.files
  if (area && files) await renewScripts(area, [...files.definition, ...(files.parts[part] ?? [])])
}

export function provideArea(definition: AreaDefinition): void {
  loaded.set(definition.name, Promise.resolve(definition))
}

export function forgetArea(name: string): void {
  if (!loaded.delete(name)) return
  dropScripts(name)
  failures.set(name, (failures.get(name) ?? 0) + 1)
  runningAreas.delete(name)
}

async function fetchArea(name: string): Promise<AreaDefinition> {
  const area = useRegistry.getState().areas.find((one) => one.name === name)
  if (!area?.manifest || area.mismatch) throw new Error(`${name} cannot run in this page`)
  const { entry, files, integrity } = area.manifest
  const remote = files
    ? {
        name,
        entry: addressOf(area, files.entry),
        entryGlobalName: files.container,
        integrity: integrity?.[files.entry],
      }
    : { name, entry: addressOf(area, entry) }
  const loading = loadRemoteArea(remote, failures.get(name) ?? 0)
  const module = (await loading) as { area?: AreaDefinition } | null
  if (!module?.area) throw new Error(`${name} exposes no area`)
  return module.area
}

const fetches = new Map<string, { addresses: Set<string>; cancel: AbortController }>()

/** Fetches scripts into the browser's cache. Not by `<link rel=preload>`, which would keep a 404. */
function fetchScripts(area: KnownArea, files: readonly string[]): void {
  const wanted = files.map((file) => addressOf(area, file))
  const { addresses, cancel } = fetches.get(area.name) ?? {
    addresses: new Set<string>(),
    cancel: new AbortController(),
  }
  fetches.set(area.name, { addresses, cancel })
  for (const address of wanted.filter((one) => !addresses.has(one))) {
    addresses.add(address)
    fetch(address, { signal: cancel.signal })
      .then(
        (response) => response.arrayBuffer(),
        () => {},
      )
      .catch(() => {})
  }
}

const RENEWAL_MS = 3_000

/**
 * Fetches scripts past the browser's cache, which keeps hashed names for a year, even with wrong contents.
 * Never throws: a missing script fails where it is needed.
 */
async function renewScripts(area: KnownArea, files: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(RENEWAL_MS)
  const renew = async (file: string) =>
    (await fetch(addressOf(area, file), { cache: 'reload', signal })).text()
  await Promise.allSettled(files.map(renew))
}

/** Cancels running requests, so that a retry does not wait for one that hangs. */
function dropScripts(name: string): void {
  fetches.get(name)?.cancel.abort()
  fetches.delete(name)
}

function addressOf({ name, baseUrl }: KnownArea, file: string): string {
  const base = new URL(baseUrl.replace(/\/?$/, '/'), window.location.origin)
  const address = new URL(file, base).href
  // The gateway refuses such an area as well. This second check keeps out code of other origins.
  if (!address.startsWith(base.href)) throw new Error(`${name} names code outside of its folder`)
  return address
}
