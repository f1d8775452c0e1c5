import type { AreaDefinition } from '@mms/sdk'
import { loadRemoteArea } from './federation.ts'
import { markRunning, markStopped, useRegistry } from './registry.ts'

const loaded = new Map<string, Promise<AreaDefinition>>()
const failures = new Map<string, number>()

/** The area's definition. Its code is fetched once, and again only after `forgetArea`. */
export function loadArea(name: string): Promise<AreaDefinition> {
  const known = loaded.get(name)
  if (known) return known
  const loading = fetchArea(name)
  loaded.set(name, loading)
  const isCurrent = () => loaded.get(name) === loading
  loading.then(
    () => isCurrent() && markRunning(name),
    () => isCurrent() && forgetArea(name),
  )
  return loading
}

/** For an area that is built into the page. */
export function provideArea(definition: AreaDefinition): void {
  loaded.set(definition.name, Promise.resolve(definition))
}

/** Drops what was fetched, so that the next `loadArea` begins from nothing. */
export function forgetArea(name: string): void {
  if (!loaded.delete(name)) return
  failures.set(name, (failures.get(name) ?? 0) + 1)
  markStopped(name)
}

async function fetchArea(name: string): Promise<AreaDefinition> {
  const area = useRegistry.getState().areas.find((known) => known.name === name)
  if (!area?.manifest || area.mismatch) throw new Error(`${name} cannot run in this page`)
  const base = new URL(area.baseUrl.replace(/\/?$/, '/'), window.location.origin)
  const entry = new URL(area.manifest.entry, base).href
  // The gateway refuses such an area; code of another origin must not depend on that alone.
  if (!entry.startsWith(base.href)) throw new Error(`${name} names code outside of its folder`)
  const module = (await loadRemoteArea(name, entry, failures.get(name) ?? 0)) as Partial<{
    area: AreaDefinition
  }> | null
  if (!module?.area) throw new Error(`${name} exposes no area`)
  return module.area
}
