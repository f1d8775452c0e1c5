import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** A FIFO would keep the caller waiting for a writer. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK

/** Why there is no such file, as opposed to a disk that fails. */
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ENXIO'])

/** The real path of the open file. Linux knows it by the descriptor, whatever happened to the name since. */
const realPathOf = (handle: FileHandle, name: string) =>
  realpath(process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : name)

/**
 * Opens the plain file at `path` below `root`; undefined when there is none, or when a link leads out of `root`. What is
 * checked is the open file, so that nobody can exchange it after the check.
 */
export async function openBelow(root: string, path: string): Promise<FileHandle | undefined> {
  const name = join(root, path)
  let handle: FileHandle | undefined
  try {
    handle = await open(name, FLAGS)
    const [realRoot, realName, stats] = await Promise.all([
      realpath(root),
      realPathOf(handle, name),
      handle.stat(),
    ])
    if (stats.isFile() && realName.startsWith(join(realRoot, sep))) return handle
    await handle.close()
  } catch (error) {
    await handle?.close()
    if (!MISSING.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return undefined
}

/** The content of the file that `openBelow` opens. */
export async function readBelow(root: string, path: string): Promise<Buffer | undefined> {
  const handle = await openBelow(root, path)
  try {
    return await handle?.readFile()
  } finally {
    await handle?.close()
  }
}
