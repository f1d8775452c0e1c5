import type { AreaDefinition } from '@mms/sdk'
import { askAhead } from '@mms/sdk/host'
import { addressOf } from './area-address.ts'
import { loadRemoteArea } from './federation.ts'
import { dropScripts, fetchScripts, renewScripts } from './fetch-scripts.ts'
import { type KnownArea, running, useRegistry } from './registry.ts'

const loaded = new Map<string, Promise<AreaDefinition>>()
const failures = new Map<string, number>()
/** Parts whose first data has been asked for. */
const asked = new Set<string>()

/** The area's definition. Its code is fetched once, and again only after `forgetArea`. */
export function loadArea(name: string): Promise<AreaDefinition> {
  const present = loaded.get(name)
  if (present) return present
  const loading = fetchArea(name)
  loaded.set(name, loading)
  const isCurrent = () => loaded.get(name) === loading
  loading.then(
    () => isCurrent() && running.add(name),
    () => isCurrent() && forgetArea(name),
  )
  return loading
}

/**
 * Asks at once for all that a part of an area needs: its code, and the first time its first data. `part` is the path of a
 * route or the name of a slot. Nothing is asked of an area that this page refuses.
 */
export function prepareArea(area: KnownArea, part: string): void {
  const { manifest, mismatch, name } = area
  if (!manifest || mismatch) return
  const { files, asks } = manifest
  // After a failure one thing is asked for after the other, so that nothing waits for what hangs.
  if (files && !failures.has(name)) {
    fetchScripts(area, [...files.definition, ...(files.parts[part] ?? [])])
  }
  loadArea(name).catch(() => {
    // Where the part is shown it is a card.
  })
  const key = `${name} ${part}`
  if (!asked.has(key) && window.location.search === '') askAhead(asks?.[part] ?? [])
  asked.add(key)
}

/** Before another try of a part that failed. */
export async function renewPart(name: string, part: string): Promise<void> {
  const area = useRegistry.getState().areas.find((one) => one.name === name)
  const files = area?.mismatch ? undefined : area?.manifest?.files
  if (area && files) await renewScripts(area, [...files.definition, ...(files.parts[part] ?? [])])
}

/** For an area that is built into the page. */
export function provideArea(definition: AreaDefinition): void {
  loaded.set(definition.name, Promise.resolve(definition))
}

/** Drops what was fetched, so that the next `loadArea` begins from nothing. */
export function forgetArea(name: string): void {
  if (!loaded.delete(name)) return
  dropScripts(name)
  failures.set(name, (failures.get(name) ?? 0) + 1)
  running.delete(name)
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
