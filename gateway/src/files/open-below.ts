import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** Non-blocking, because opening a FIFO would wait until somebody writes. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK

/** Error codes of a missing file, as opposed to those of a failing disk. */
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ENXIO'])

/** On Linux the descriptor leads to the open file, even after a rename. */
const realPathOf = (handle: FileHandle, name: string) =>
  realpath(process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : name)

/** Opens a plain file below `root`; links must not lead out. Checks the file after opening, so that nobody can swap it. */
export async function openFileBelow(root: string, path: string): Promise<FileHandle | undefined> {
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

export async function readFileBelow(root: string, path: string): Promise<Buffer | undefined> {
  const handle = await openFileBelow(root, path)
  try {
    return await handle?.readFile()
  } finally {
    await handle?.close()
  }
}
