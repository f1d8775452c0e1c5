import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '@mms/service-kit/config'
import packageJson from '../../package.json' with { type: 'json' }
import type { LocalConfig } from '../config.ts'
import { databaseOf } from '../plan.ts'
import { runServiceCommand } from '../service-command.ts'
import { serviceNames } from '../setup/service-list.ts'
import type { Contents } from './entries.ts'
import type { Header } from './header.ts'
import { installationOf } from './installation.ts'
import type { BackupKey } from './key.ts'
import { openLog } from './mysql-log.ts'
import { isUsed, type Loaded, loadBeside } from './mysql-restore.ts'
import { placeFiles, removeLeft } from './place.ts'
import { type Open, unpackBackup } from './unpack.ts'

/** Of folders in a data folder that a restore works in. */
const STAGED = 'restoring-'

export interface RestoreOptions {
  /** Names the backup in what is thrown. */
  address: string
  /** The whole backup, and the increments to be added to it. */
  opens: readonly Open[]
  key: BackupKey
  /** The moment to go on to by a server's binary log. */
  until?: string | undefined
  /** A folder with copies of that log; without one the server is asked. */
  logFolder?: string | undefined
  /** A service whose database alone is restored. */
  only?: string | undefined
}

const urlOf = (config: LocalConfig, service: string) =>
  databaseOf({ config, data: { path: config.DATA_DIR } }, service)

async function hasDatabase(config: LocalConfig): Promise<boolean> {
  if (!config.DATABASE_URL)
    return serviceNames.some((name) => existsSync(join(config.DATA_DIR, `${name}.sqlite`)))
  for (const name of serviceNames) if (await isUsed(urlOf(config, name))) return true
  return false
}

const numbersOf = (release: string) => release.split('.').map(Number)

function isNewer(release: string, own: string): boolean {
  const [[major = 0, minor = 0], [ownMajor = 0, ownMinor = 0]] = [numbersOf(release), numbersOf(own)]
  return major > ownMajor || (major === ownMajor && minor > ownMinor)
}

/** Throws when this backup is not for this place. */
async function accepter(config: LocalConfig, file: string): Promise<(header: Header) => void> {
  const own = installationOf(config.DATA_DIR)
  const isEmpty = !(await hasDatabase(config))
  return ({ installation, release }) => {
    if (isNewer(release, packageJson.version)) {
      throw new StartupError(
        `The backup ${file} is of release ${release}, and this is ${packageJson.version}: restore it with that release.`,
      )
    }
    if (installation === own || (own === undefined && isEmpty)) return
    throw new StartupError(
      `The backup ${file} is of another installation than ${config.DATA_DIR}: restore it into an empty DATA_DIR${config.DATABASE_URL ? ', with databases that are empty too' : ''}.`,
    )
  }
}

function chosenOf({ databases }: Contents, config: LocalConfig, only: string | undefined) {
  const kind = config.DATABASE_URL ? 'mysql' : 'sqlite'
  const chosen = databases.filter(({ service }) => only === undefined || service === only)
  if (chosen.length === 0) throw new StartupError(`The backup has no database of ${only ?? 'any service'}.`)
  if (chosen.every((database) => database.kind === kind)) return chosen
  throw new StartupError(
    config.DATABASE_URL
      ? 'The backup is of embedded databases: restore it without DATABASE_URL.'
      : 'The backup is of databases on a MySQL server: set DATABASE_URL.',
  )
}

/** Places what was checked; from here on a failure leaves the old in the folders and databases that are returned. */
async function place(
  config: LocalConfig,
  folder: string,
  paths: string[],
  loaded: readonly Loaded[],
): Promise<string[]> {
  const stamp = new Date().toISOString().replaceAll(':', '-')
  const aside = join(config.DATA_DIR, `replaced-${stamp}`)
  const databases: string[] = []
  for (const each of loaded) databases.push(`the database ${await each.place()}`)
  placeFiles(config.DATA_DIR, folder, paths, aside)
  return [...databases, ...(existsSync(aside) ? [aside] : [])]
}

export interface Restored {
  /** Of what moment the data is. */
  at: string
  services: string[]
  /** Where what it replaced is. */
  aside: string[]
}

/** Loads the databases of a server beside those that are there, and goes on to the moment that is asked for. */
async function loadAll(
  config: LocalConfig,
  { log }: Contents,
  chosen: readonly { service: string; file: string }[],
  { address, until, logFolder }: RestoreOptions,
): Promise<Loaded[]> {
  if (chosen.length === 0) return []
  const urls = chosen.map(({ service }) => urlOf(config, service))
  const replay = until === undefined ? undefined : await openLog(urls, { address, log, until, logFolder })
  const loaded: Loaded[] = []
  for (const [index, { file }] of chosen.entries()) loaded.push(await loadBeside(urls[index] ?? '', file))
  for (const url of urls) await replay?.(url)
  return loaded
}

function assertUnlogged({ DATABASE_URL }: LocalConfig, { logFolder }: RestoreOptions): void {
  if (DATABASE_URL !== undefined || logFolder === undefined) return
  throw new StartupError('--binary-log is of databases on a server: set DATABASE_URL.')
}

/**
 * Restores a stopped suite, or one service of it. All of the backup is read and checked before anything is changed; what it
 * replaces is put aside. Throws a `StartupError` of one sentence.
 */
export async function restoreBackup(config: LocalConfig, options: RestoreOptions): Promise<Restored> {
  const { address, opens, key, only, until } = options
  assertUnlogged(config, options)
  removeLeft(config.DATA_DIR, STAGED)
  const folder = mkdtempSync(join(config.DATA_DIR, STAGED))
  try {
    const accept = await accepter(config, address)
    const { header, contents } = await unpackBackup(opens, key, folder, accept)
    const chosen = chosenOf(contents, config, only)
    const onServer = chosen
      .filter(({ kind }) => kind === 'mysql')
      .map(({ service, path }) => ({ service, file: join(folder, path) }))
    const loaded = await loadAll(config, contents, onServer, options)
    const embedded = chosen.filter(({ kind }) => kind === 'sqlite').map(({ path }) => path)
    const files = only === undefined ? contents.files : []
    const aside = await place(config, folder, [...files, ...embedded], loaded)
    const services = chosen.map(({ service }) => service)
    for (const service of services) await runServiceCommand(config, { service, word: 'restored' })
    return { at: loaded.length > 0 ? (until ?? header.at) : header.at, services, aside }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
