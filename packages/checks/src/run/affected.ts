import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** Journeys take an area's words from it; a word that is gone is an error of types. */
const isByWords = (folder: string, name: string) => folder === 'e2e' && name.startsWith('@mms/mf-')

function dependentsOf(folders: Set<string>, workspaces: Workspace[]): Set<string> {
  const names = new Set(workspaces.filter(({ folder }) => folders.has(folder)).map(({ name }) => name))
  const all = workspaces.filter(
    ({ folder, dependencies, devDependencies }) =>
      folders.has(folder) ||
      [...dependencies, ...devDependencies].some((name) => names.has(name) && !isByWords(folder, name)),
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

/** Whether CODEOWNERS gives a file to the team of a domain; patterns there are a path, a folder, or end in a star. */
function readOwners(root: string): (file: string, domain: string) => boolean {
  const lines = readFileSync(join(root, 'CODEOWNERS'), 'utf8').split('\n')
  const owned = lines.flatMap((line) => {
    const [, start, team] = /^\/([^\s*]+)\*?\s+@\S+\/team-(\S+)$/.exec(line) ?? []
    return start && team ? [{ start, team }] : []
  })
  return (file, domain) => owned.some(({ start, team }) => team === domain && file.startsWith(start))
}

/** The domain of a service's or an area's folder: `sales` of `services/sales` and of `mf-sales`. */
const domainOf = (folder: string) => /^(?:services\/|mf-)(.+)$/.exec(folder)?.[1]

/**
 * The journeys that a change can break: all, when the suite itself is affected, otherwise those of the team of an affected
 * domain.
 */
export function chooseJourneys(root: string, { folders, everything }: Affected): string[] {
  const files = globSync('e2e/journeys/**/*.spec.ts', { cwd: root }).sort()
  if (everything || underJourneys.some((folder) => folders.includes(folder))) return files
  const domains = folders.flatMap((folder) => domainOf(folder) ?? [])
  const isOfTeam = readOwners(root)
  return files.filter((file) => domains.some((domain) => isOfTeam(file, domain)))
}

/** Whether the stock's guarantees under faults have to be proven again. */
export const affectsChaos = ({ folders, everything }: Affected): boolean =>
  everything || folders.some((folder) => underChaos.test(folder))

/** Whether what runs as pods, or how, has changed. */
export const affectsPods = (change: Affected): boolean =>
  affectsChaos(change) || change.folders.includes('deploy/kubernetes')

/** Whether only the shell or areas are affected: no server imports them. */
export const isInBrowsersAlone = ({ folders, everything }: Affected): boolean =>
  !everything && folders.length > 0 && folders.every((folder) => inBrowsers.test(folder))

/** Whether what browsers download has to be built and weighed again. */
export const affectsBrowsers = ({ folders, everything }: Affected): boolean =>
  everything || folders.some((folder) => inBrowsers.test(folder))
