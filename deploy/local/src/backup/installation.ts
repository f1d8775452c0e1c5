import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const INSTALLATION_FILE = 'installation-id'

/** Which installation a data folder belongs to; undefined when no backup was ever made of it. */
export function installationOf(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, INSTALLATION_FILE), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The same, made at the first backup. */
export function ensureInstallation(folder: string): string {
  const known = installationOf(folder)
  if (known !== undefined) return known
  const id = randomUUID()
  writeFileSync(join(folder, INSTALLATION_FILE), `${id}\n`, { flag: 'wx', mode: 0o600, flush: true })
  return id
}
