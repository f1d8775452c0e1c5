import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '@mms/service-kit/config'

const FILE = 'moved.json'

/** Notes the server and moves the embedded database files aside. Returns their folder. */
export function setAsideEmbeddedDatabases(
  dataFolder: string,
  services: readonly string[],
  server: string,
): string {
  const at = new Date().toISOString()
  const aside = join(dataFolder, `moved-${at.replaceAll(':', '-')}`)
  mkdirSync(aside, { mode: 0o700 })
  writeFileSync(join(dataFolder, FILE), JSON.stringify({ server, at }), { mode: 0o600, flush: true })
  for (const name of services.flatMap((each) => ['', '-wal', '-shm'].map((end) => `${each}.sqlite${end}`))) {
    if (existsSync(join(dataFolder, name))) renameSync(join(dataFolder, name), join(aside, name))
  }
  return aside
}

/** Throws after a move to a server, because new embedded databases would be empty. */
export function assertNotMoved(dataFolder: string): void {
  const file = join(dataFolder, FILE)
  if (!existsSync(file)) return
  const { server, at }: { server: string; at: string } = JSON.parse(readFileSync(file, 'utf8'))
  throw new StartupError(
    `The databases of ${dataFolder} were moved to the server ${server} at ${at}. Set DATABASE_URL, or remove ${file} to start with empty databases.`,
  )
}
