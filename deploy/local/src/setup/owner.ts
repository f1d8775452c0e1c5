import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

function contentOf(path: string): string[] {
  if (!lstatSync(path).isDirectory()) return [path]
  return [path, ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))]
}

/** Excludes hard links, which may be to a file anywhere on the disk. */
function isMadeHere(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.uid === 0 && (found.isDirectory() || found.nlink === 1)
}

/** Gives files that root created to the owner of the data folder, who runs the suite. Only root does anything. */
export function giveToOwner(dataFolder: string, path = dataFolder): void {
  const { uid, gid } = statSync(dataFolder)
  if (process.getuid?.() !== 0 || uid === 0) return
  for (const each of contentOf(path)) {
    if (isMadeHere(each)) lchownSync(each, uid, gid)
  }
}
