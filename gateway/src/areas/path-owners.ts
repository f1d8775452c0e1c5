import type { AreaRegistry } from '@mms/contracts'
import type { Logger } from '@mms/service-kit'

type Entry = AreaRegistry['areas'][number]

/** Parameter names do not matter: `/suppliers/:id` equals `/suppliers/:supplierId`. */
export const pathPattern = (path: string) => path.replace(/:\w+/g, ':')

/** A path belongs to the first area listed, so that later areas cannot take it over. Logs each conflict once. */
export function createPathOwners(log: Logger): (entries: Entry[]) => Entry[] {
  const logged = new Set<string>()

  const refuse = (entry: Entry, path: string, owner: string): Entry => {
    const words = `the area ${entry.name} is refused: ${path} is a path of ${owner}`
    if (!logged.has(words)) log.warn({ area: entry.name, owner, path }, words)
    logged.add(words)
    return { ...entry, manifest: null }
  }

  return (entries) => {
    const owners = new Map<string, string>()
    return entries.map((entry) => {
      const paths = entry.manifest?.routes ?? []
      const taken = paths.find((path) => owners.has(pathPattern(path)))
      if (taken !== undefined) return refuse(entry, taken, owners.get(pathPattern(taken)) ?? '')
      for (const path of paths) owners.set(pathPattern(path), entry.name)
      return entry
    })
  }
}
