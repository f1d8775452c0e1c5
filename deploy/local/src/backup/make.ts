import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StartupError } from '@mms/service-kit/config'
import packageJson from '../../package.json' with { type: 'json' }
import type { LocalConfig } from '../config.ts'
import { SEALING_KEY } from '../setup/service-keys.ts'
import { serviceNames } from '../setup/service-list.ts'
import { packFolder } from './archive.ts'
import { copyDatabases } from './databases.ts'
import { type BackupTarget, backupName } from './target.ts'

const INSTALLATION = 'installation-id'

/**
 * Data that cannot be recreated. The list of areas comes before the builds: a publish adds files before it lists them,
 * and removes them last.
 */
const KEPT = [
  ...[INSTALLATION, SEALING_KEY, 'service-keys', 'service-callers.json'],
  ...['areas.json', 'areas.log', 'areas.log.newest', 'areas', 'logs/*.security.log', 'logs/*.security.log.1'],
]

export function installationId(dataFolder: string): string | undefined {
  const file = join(dataFolder, INSTALLATION)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

function ensureInstallation(dataFolder: string): string {
  const known = installationId(dataFolder)
  if (known !== undefined) return known
  const id = randomUUID()
  writeFileSync(join(dataFolder, INSTALLATION), `${id}\n`, { flag: 'wx', mode: 0o600, flush: true })
  return id
}

function copyFiles(dataFolder: string, folder: string): void {
  // Skips unfinished builds, whose folders begin with a dot.
  const filter = (from: string) => !basename(from).startsWith('.')
  for (const path of KEPT.flatMap((pattern) => globSync(pattern, { cwd: dataFolder })))
    cpSync(join(dataFolder, path), join(folder, path), { recursive: true, filter })
}

export const embeddedServices = (dataFolder: string): string[] =>
  serviceNames.filter((name) => existsSync(join(dataFolder, `${name}.sqlite`)))

export async function makeBackup(config: LocalConfig, key: string, target: BackupTarget, work: string) {
  const { DATA_DIR, DATABASE_URL } = config
  const databases = DATABASE_URL ? [] : embeddedServices(DATA_DIR)
  if (databases.length === 0 && !(DATABASE_URL && existsSync(join(DATA_DIR, SEALING_KEY))))
    throw new StartupError(`There are no databases in the data directory ${DATA_DIR}.`)
  const installation = ensureInstallation(DATA_DIR)
  const at = new Date().toISOString()
  const folder = join(work, 'copies')
  let bytes = 0
  const address = await target.add(backupName(at, installation), async (file) => {
    mkdirSync(folder)
    const files = databases.map((name) => join(DATA_DIR, `${name}.sqlite`))
    await copyDatabases(files, folder)
    copyFiles(DATA_DIR, folder)
    await packFolder(folder, file, key, { installation, release: packageJson.version, at, databases })
    bytes = statSync(file).size
  })
  return { address, installation, bytes }
}
