import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isLog } from './files.ts'
import { syncFolder } from './folder.ts'

/** Puts what was in the way of a restore aside. */
function putAside(dataFolder: string, path: string, aside: string): void {
  const from = join(dataFolder, path)
  if (!existsSync(from)) return
  mkdirSync(dirname(join(aside, path)), { recursive: true, mode: 0o700 })
  renameSync(from, join(aside, path))
}

/**
 * Moves files from `staged` into the data folder. What was there is in the folder `aside` then; of a database its write-ahead log too, which
 * would change the restored one. Logs stay where there are any.
 */
export function placeFiles(
  dataFolder: string,
  staged: string,
  paths: readonly string[],
  aside: string,
): void {
  for (const path of paths) {
    const target = join(dataFolder, path)
    if (isLog(path) && existsSync(target)) continue
    for (const each of [path, `${path}-wal`, `${path}-shm`]) putAside(dataFolder, each, aside)
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    renameSync(join(staged, path), target)
    syncFolder(dirname(target))
  }
}

/** Removes what a command that was killed has left in a data folder. */
export function removeLeft(dataFolder: string, prefix: string): void {
  for (const name of readdirSync(dataFolder).filter((each) => each.startsWith(prefix))) {
    rmSync(join(dataFolder, name), { recursive: true, force: true })
  }
}
