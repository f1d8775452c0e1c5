import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface InstalledPackage {
  name: string
  version: string
  /** From package.json; never sufficient alone. */
  declared: string
  folder: string
}

interface LockEntry {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
  optional?: boolean
}

/** Includes transitive packages. Skips builds for other platforms, which are locked but not installed. */
export function findProductionPackages(root: string): InstalledPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    const folder = join(root, path)
    if (!path.includes('node_modules/') || entry.dev || entry.link) return []
    if (entry.optional && !existsSync(folder)) return []
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return [{ name, version: entry.version ?? '', declared: entry.license ?? '', folder }]
  })
}
