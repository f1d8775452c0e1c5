import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '@mms/service-kit/config'
import packageJson from '../../package.json' with { type: 'json' }
import type { LocalConfig } from '../config.ts'
import { databaseOf } from '../plan.ts'
import { serviceNames } from '../setup/service-list.ts'
import type { Contents } from './entries.ts'
import type { Header } from './header.ts'
import { installationOf } from './installation.ts'
import { isUsed } from './mysql-restore.ts'

export const urlOf = (config: LocalConfig, service: string) =>
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
export async function accepter(config: LocalConfig, file: string): Promise<(header: Header) => void> {
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

/** The databases of a backup that are restored; throws where they are of another kind than those of the suite. */
export function chosenOf({ databases }: Contents, config: LocalConfig, only: string | undefined) {
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
