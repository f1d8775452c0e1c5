import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

function contentOf(path: string): string[] {
  if (!lstatSync(path).isDirectory()) return [path]
  return [path, ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))]
}

/** Of a file with further names, another may be anywhere on the disk. */
function isMadeHere(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.uid === 0 && (found.isDirectory() || found.nlink === 1)
}

/**
 * Gives what root has made at `path` to the one whom the data folder belongs to: the suite runs as that one, and could not open it.
 * Of anybody else's command all is theirs already.
 */
export function giveToOwner(dataFolder: string, path = dataFolder): void {
  const { uid, gid } = statSync(dataFolder)
  if (process.getuid?.() !== 0 || uid === 0) return
  for (const each of contentOf(path)) {
    if (isMadeHere(each)) lchownSync(each, uid, gid)
  }
}
