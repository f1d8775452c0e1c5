import type { AreaDefinition } from '@mms/sdk'
import { loadRemoteArea } from './federation.ts'
import { markRunning, markStopped, useRegistry } from './registry.ts'

/** A hanging server must not leave a person looking at a spinner. */
const TIMEOUT_MS = 5_000

const loaded = new Map<string, Promise<AreaDefinition>>()
const failed = new Set<string>()

/** The area's definition. Its code is fetched once, and again only after `forgetArea`. */
export function loadArea(name: string): Promise<AreaDefinition> {
  const known = loaded.get(name)
  if (known) return known
  const loading = withinTime(fetchArea(name))
  loaded.set(name, loading)
  loading.then(
    () => markRunning(name),
    () => forgetArea(name),
  )
  return loading
}

/** Drops what was fetched, so that the next `loadArea` begins from nothing. */
export function forgetArea(name: string): void {
  loaded.delete(name)
  failed.add(name)
  markStopped(name)
}

async function fetchArea(name: string): Promise<AreaDefinition> {
  const area = useRegistry.getState().areas.find((known) => known.name === name)
  if (!area?.manifest || area.mismatch) throw new Error(`${name} cannot run in this page`)
  const base = new URL(area.baseUrl.replace(/\/?$/, '/'), window.location.origin)
  const entry = new URL(area.manifest.entry, base).href
  const module = (await loadRemoteArea(name, entry, failed.has(name))) as { area?: AreaDefinition } | null
  if (!module?.area) throw new Error(`${name} exposes no area`)
  return module.area
}

/** Rejects when the promise has not settled in five seconds. */
export function withinTime<T>(promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('No answer in time')), TIMEOUT_MS)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
