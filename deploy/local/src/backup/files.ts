import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from './entries.ts'
import { INSTALLATION_FILE } from './installation.ts'

/** What a data folder keeps beside databases, and what cannot be made again. */
const KEPT = [
  INSTALLATION_FILE,
  'identity-signing-key.pem',
  'published-keys.pem',
  'service-keys/*.pem',
  'service-callers.json',
  'areas.json',
  'areas.log',
  'areas.log.newest',
  'logs/*.security.log',
  'logs/*.security.log.1',
]

/** A log that is there goes on: a restore adds none and takes none away. */
export const isLog = (path: string): boolean => path.startsWith('logs/')

async function* once(content: Buffer) {
  yield content
}

/** The files of a data folder that belong to a backup, as they are now. */
export function fileEntries(folder: string): Entry[] {
  const paths = globSync(KEPT, { cwd: folder }).toSorted()
  return paths.map((path) => ({ path, content: once(readFileSync(join(folder, path))) }))
}
