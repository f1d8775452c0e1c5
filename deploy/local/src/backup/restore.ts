import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { main, StartupError } from '@mms/service-kit'
import packageJson from '../../package.json' with { type: 'json' }
import { type LocalConfig, readConfig } from '../config.ts'
import { runServiceCommand } from '../plan/service-command.ts'
import { openDataFolder } from '../setup/data-folder.ts'
import { embeddedDatabasePath } from '../setup/databases.ts'
import { lockDataFolder } from '../setup/lock.ts'
import { type Manifest, readKey, unpackBackup } from './archive.ts'
import { embeddedServices, installationId } from './make.ts'
import { replaceFiles, withWorkFolder } from './place.ts'
import { backupAddress, openTarget } from './target.ts'

function readArguments() {
  try {
    const options = { only: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) throw new TypeError('One file')
    return { address: backupAddress(file), only: values.only }
  } catch (cause) {
    throw new StartupError('Usage: npm run restore -- FILE [--only SERVICE].', { cause })
  }
}

function assertFits({ installation, release, databases }: Manifest, config: LocalConfig, file: string): void {
  const { DATA_DIR, DATABASE_URL } = config
  if (release.localeCompare(packageJson.version, undefined, { numeric: true }) > 0) {
    throw new StartupError(
      `The backup ${file} was made by release ${release}; this is ${packageJson.version}. Restore it with that release.`,
    )
  }
  const own = installationId(DATA_DIR)
  if (installation !== own && (own !== undefined || embeddedServices(DATA_DIR).length > 0)) {
    throw new StartupError(
      `The backup ${file} belongs to another installation than ${DATA_DIR}. Restore it into an empty DATA_DIR.`,
    )
  }
  const isEmbedded = databases.length > 0
  if (isEmbedded === (DATABASE_URL === undefined)) return
  throw new StartupError(
    isEmbedded
      ? 'The backup is of embedded databases: restore it without DATABASE_URL.'
      : 'The backup is of a suite with its databases on a server: set DATABASE_URL.',
  )
}

function relocateAreas(staged: string, dataFolder: string): void {
  const file = join(staged, 'areas.json')
  try {
    const list: Record<string, string | { source: string }> = JSON.parse(readFileSync(file, 'utf8'))
    for (const [name, area] of Object.entries(list)) {
      const isHere = existsSync(join(staged, 'areas', name))
      if (typeof area === 'object' && isHere) area.source = join(dataFolder, 'areas', name)
    }
    writeFileSync(file, JSON.stringify(list))
  } catch {
    // If the list is missing or damaged, the start writes a new one.
  }
}

/**
 * Restores a stopped suite, or one service's database. Verifies and migrates the backup before it replaces anything,
 * and keeps the replaced data. Returns a description.
 */
async function restore(
  config: LocalConfig,
  { address, only }: ReturnType<typeof readArguments>,
  work: string,
): Promise<string> {
  const { DATA_DIR } = config
  const key = await readKey(config)
  const folder = join(work, 'unpacked')
  const aside = join(DATA_DIR, `replaced-${new Date().toISOString().replaceAll(':', '-')}`)
  const file = await openTarget(dirname(address), config, work).fetch(address)
  const { manifest, names } = await unpackBackup(folder, file, key)
  assertFits(manifest, config, address)
  const services = manifest.databases.filter((name) => only === undefined || name === only)
  if (only !== undefined && services.length === 0)
    throw new StartupError(`The backup does not contain the database of ${only}.`)
  relocateAreas(folder, DATA_DIR)
  for (const service of services) {
    const databaseUrl = embeddedDatabasePath(folder, service)
    await runServiceCommand({ ...config, DATA_DIR: folder }, { service, word: 'restored', databaseUrl })
  }
  replaceFiles(DATA_DIR, folder, only === undefined ? names : [`${only}.sqlite`], aside)
  const what = services.length > 0 ? services.join(', ') : 'keys and published areas, no databases'
  const before = existsSync(aside)
    ? `What was there before is in ${aside}: remove it when all is well.\n`
    : ''
  return `Restored as of ${manifest.at}: ${what}.\n${before}`
}

await main(async () => {
  const given = readArguments()
  const config = readConfig()
  const folder = openDataFolder(config.DATA_DIR).path
  const suite = await lockDataFolder(folder)
  try {
    const words = await withWorkFolder(folder, (work) => restore(config, given, work))
    process.stdout.write(`${words}Start the suite, and then compare both ledgers with: npm run reconcile\n`)
  } finally {
    suite.release()
  }
})
