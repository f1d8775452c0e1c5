/** What matters here of a package-lock.json. */
export interface Lock {
  packages: Record<string, LockedPackage>
}

interface LockedPackage {
  version?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** Where Node finds the package `name` from inside the folder `from`. */
function placeOf({ packages }: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`
    if (packages[place]) return place
    if (!folder) return undefined
  }
}

/** The foreign packages that some workspaces need at run time, by place, with their versions. */
function neededBy(lock: Lock, folders: string[]): Map<string, string> {
  const needed = new Map<string, string>()
  const seen = new Set(folders)
  // A set that grows while it is read: what is found is looked through in its turn.
  for (const from of seen) {
    const { dependencies, optionalDependencies, peerDependencies } = lock.packages[from] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = placeOf(lock, from, name)
      const found = place === undefined ? undefined : lock.packages[place]
      if (!place || !found) continue
      seen.add(found.link ? (found.resolved as string) : place)
      if (!found.link) needed.set(place, found.version ?? '')
    }
  }
  return needed
}

/** How far today's `node_modules` hold what the workspaces `folders` of yesterday's lock need. */
export function compareLocks(yesterday: Lock, today: Lock, folders: string[]) {
  const needed = [...neededBy(yesterday, folders)]
  return {
    /** What today's lock has not, or has in another version or place. */
    missing: needed
      .filter(([place, version]) => today.packages[place]?.version !== version)
      .map(([place, version]) => `${place}@${version}`),
    /** Places inside workspaces, which are not found from elsewhere unless something leads there. */
    inside: needed
      .map(([place]) => place)
      .filter((place) => /^(?!node_modules\/).*\/node_modules\//.test(place)),
  }
}
