import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { relativeImports, targetOf } from '../boundaries/imports.ts'
import type { Workspace } from '../workspaces.ts'

/** What a change can break. */
export interface Affected {
  /** Folders of workspaces, such as `mf-sales`: those with a changed file, and all that depend on one of them. */
  folders: string[]
  /** Something was changed that every workspace stands on: the lock file, a compiler's settings, the list of services. */
  everything: boolean
}

/** The suite that journeys run on, whatever they are about. */
const underJourneys = ['shell', 'gateway', 'deploy/local', 'e2e']
/** What chaos starts, and starts it with. */
const underChaos = /^(services\/|gateway$|packages\/(contracts|service-kit)$|e2e$)/
const inBrowsers = /^(shell$|mf-)/

function dependentsOf(folders: Set<string>, workspaces: Workspace[]): Set<string> {
  const names = new Set(workspaces.filter(({ folder }) => folders.has(folder)).map(({ name }) => name))
  const all = workspaces.filter(
    ({ folder, dependencies, devDependencies }) =>
      folders.has(folder) || [...dependencies, ...devDependencies].some((name) => names.has(name)),
  )
  return all.length === folders.size
    ? folders
    : dependentsOf(new Set(all.map(({ folder }) => folder)), workspaces)
}

/**
 * The workspaces that changed files can break, by the graph of their package.json files. Documents break none.
 *
 * @param changed paths relative to the root
 */
export function findAffected(changed: string[], workspaces: Workspace[]): Affected {
  const code = changed.filter((path) => !path.endsWith('.md') && path !== 'CODEOWNERS')
  const ownerOf = (path: string) => workspaces.find(({ folder }) => path.startsWith(`${folder}/`))?.folder
  const owners = code.map(ownerOf)
  const direct = new Set(owners.filter((owner) => owner !== undefined))
  return { folders: [...dependentsOf(direct, workspaces)].sort(), everything: owners.includes(undefined) }
}

/** Every file that a file imports, and those that they import, by relative paths. */
function closureOf(root: string, file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const specifier of relativeImports(root, file)) {
    const target = targetOf(file, specifier)
    if (/\.tsx?$/.test(target)) closureOf(root, target, seen)
  }
  return seen
}

/** The domain of a service's or an area's folder: `sales` of `services/sales` and of `mf-sales`. */
const domainOf = (folder: string) => /^(?:services\/|mf-)(.+)$/.exec(folder)?.[1]

/**
 * The journeys that a change can break: all, when the suite itself is affected, otherwise those that use the pages of an
 * affected domain (they import `mf-<domain>/e2e`).
 */
export function chooseJourneys(root: string, { folders, everything }: Affected): string[] {
  const files = globSync('e2e/journeys/**/*.spec.ts', { cwd: root }).sort()
  if (everything || underJourneys.some((folder) => folders.includes(folder))) return files
  const areas = folders.flatMap((folder) => domainOf(folder) ?? []).map((domain) => `mf-${domain}/e2e`)
  return files.filter((file) => [...closureOf(root, file)].some((path) => areas.includes(dirname(path))))
}

/** Whether the stock's guarantees under faults have to be proven again. */
export const affectsChaos = ({ folders, everything }: Affected): boolean =>
  everything || folders.some((folder) => underChaos.test(folder))

/** Whether what browsers download has to be built and weighed again. */
export const affectsBrowsers = ({ folders, everything }: Affected): boolean =>
  everything || folders.some((folder) => inBrowsers.test(folder))
