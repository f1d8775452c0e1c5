import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '@mms/service-kit/config'

export interface DataFolder {
  path: string
  logs: string
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

const OURS = 'service-keys'

const othersMayLook = (path: string) => (statSync(path).mode & 0o077) !== 0

/** Makes the suite's folder private. Throws if others can read it and it holds other files. */
function makePrivate(path: string): void {
  if (!othersMayLook(path)) return
  const entries = readdirSync(path)
  const isOurs = entries.every((name) => name === 'logs') || entries.includes(OURS)
  if (!isOurs) {
    throw new StartupError(
      `Other users can read the data directory ${path}, and it holds other files. Choose an empty one, or run chmod 700 ${path}.`,
    )
  }
  chmodSync(path, 0o700)
  // Some file systems accept the mode and ignore it.
  if (othersMayLook(path))
    throw new StartupError(
      `Other users can read the data directory ${path}, and its rights cannot be changed.`,
    )
}

/** Creates the data folder for its owner only. Throws a `StartupError` if it cannot be written or made private. */
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
      throw new StartupError(
        `Other users can read the data directory ${path}, and it belongs to another user.`,
        {
          cause,
        },
      )
    }
    throw new StartupError(
      `The data directory ${path} is not writable (${codeOf(cause)}). Run as its owner, or set DATA_DIR to another one.`,
      { cause },
    )
  }
}

export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
