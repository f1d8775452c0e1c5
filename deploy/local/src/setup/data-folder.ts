import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '@mms/service-kit/config'

export interface DataFolder {
  path: string
  logs: string
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** What only a suite keeps. */
const OURS = 'service-keys'

const othersMayLook = (path: string) => (statSync(path).mode & 0o077) !== 0

/** A folder of ours that others may read is made private; one that holds other things is left as it is, and refused. */
function makePrivate(path: string): void {
  if (!othersMayLook(path)) return
  const entries = readdirSync(path)
  const isOurs = entries.every((name) => name === 'logs') || entries.includes(OURS)
  if (!isOurs) {
    throw new StartupError(
      `Others may read the data directory ${path}, and it holds other things: choose an empty one, or run chmod 700 ${path}.`,
    )
  }
  chmodSync(path, 0o700)
  // Some file systems take the mode and forget it.
  if (othersMayLook(path))
    throw new StartupError(`Others may read the data directory ${path}, and that cannot be changed.`)
}

/**
 * The folder of everything the suite keeps, made on the first start for its owner only. Throws a `StartupError` when it
 * cannot be written or be kept from others.
 */
export function openDataFolder(path: string): DataFolder {
  const logs = join(path, 'logs')
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    makePrivate(path)
    mkdirSync(logs, { recursive: true, mode: 0o700 })
    accessSync(path, constants.W_OK)
    return { path, logs }
  } catch (cause) {
    if (cause instanceof StartupError) throw cause
    if (codeOf(cause) === 'EPERM') {
      throw new StartupError(`Others may read the data directory ${path}, which belongs to somebody else.`, {
        cause,
      })
    }
    throw new StartupError(
      `The data directory ${path} cannot be written (${codeOf(cause)}): be the user that it belongs to, or name another with DATA_DIR.`,
      { cause },
    )
  }
}
