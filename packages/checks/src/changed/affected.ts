import type { Workspace } from '../workspaces.ts'

/** What a change can break. */
export interface Affected {
  /** Folders of workspaces, such as `mf-sales`: those with a changed file, and all that depend on one of them. */
  folders: string[]
  /** Something was changed that every workspace stands on: the lock file, a compiler's settings, the list of services. */
  everything: boolean
}

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
