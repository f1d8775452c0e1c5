import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '@mms/service-kit/config'

export interface DataFolder {
  path: string
  logs: string
  /** Secret that the services sign their calls to one another with. */
  serviceKey: string
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

function readOrMakeKey(file: string): string {
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/** The folder of everything the suite keeps, made on the first start for its owner only. */
export function openDataFolder(path: string): DataFolder {
  const logs = join(path, 'logs')
  try {
    mkdirSync(logs, { recursive: true, mode: 0o700 })
    accessSync(path, constants.W_OK)
    return { path, logs, serviceKey: readOrMakeKey(join(path, 'service-key')) }
  } catch (cause) {
    throw new StartupError(`The data directory ${path} cannot be written (${codeOf(cause)}).`, { cause })
  }
}
