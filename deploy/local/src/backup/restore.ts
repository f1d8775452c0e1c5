import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '@mms/service-kit/config'
import type { LocalConfig } from '../config.ts'
import { runServiceCommand } from '../service-command.ts'
import { giveToOwner } from '../setup/owner.ts'
import { accepter, chosenOf } from './accept.ts'
import type { BackupKey } from './key.ts'
import { placeFiles, removeLeft } from './place.ts'
import { type Staged, type StageOptions, stageEmbedded, stageOnServer } from './stage.ts'
import { type Open, unpackBackup } from './unpack.ts'

/** Of folders in a data folder that a restore works in. */
const STAGED = 'restoring-'

export interface RestoreOptions extends StageOptions {
  /** The whole backup, and the increments to be added to it. */
  opens: readonly Open[]
  key: BackupKey
  /** A service whose database alone is restored. */
  only?: string | undefined
  /** Keeps what runs of it down for as long as `work` goes on; `assertDown` throws when that has come to an end. */
  whileDown?: ((work: (assertDown: () => void) => Promise<void>) => Promise<void>) | undefined
}

export interface Restored {
  /** Of what moment the data is. */
  at: string
  services: string[]
  /** Where what it replaced is. */
  aside: string[]
}

/** Has services make their databases fit, in the folder where all was unpacked: until then nothing is replaced. */
async function makeFit(config: LocalConfig, staged: readonly Staged[], folder: string): Promise<void> {
  const place = { ...config, DATA_DIR: folder }
  for (const { service, url } of staged)
    await runServiceCommand(place, { service, word: 'restored', databaseUrl: url })
}

function assertUnlogged({ DATABASE_URL }: LocalConfig, { logFolder }: RestoreOptions): void {
  if (DATABASE_URL !== undefined || logFolder === undefined) return
  throw new StartupError('--binary-log is of databases on a server: set DATABASE_URL.')
}

/**
 * Restores a suite that is down, or one service of it. All of the backup is read and checked before anything is changed; what it
 * replaces is put aside. Throws a `StartupError` of one sentence.
 */
export async function restoreBackup(config: LocalConfig, options: RestoreOptions): Promise<Restored> {
  const { address, opens, key, only, until, whileDown = (work) => work(() => {}) } = options
  assertUnlogged(config, options)
  removeLeft(config.DATA_DIR, STAGED)
  const folder = mkdtempSync(join(config.DATA_DIR, STAGED))
  const aside = join(config.DATA_DIR, `replaced-${new Date().toISOString().replaceAll(':', '-')}`)
  try {
    const accept = await accepter(config, address)
    const { header, contents } = await unpackBackup(opens, key, folder, accept)
    const chosen = chosenOf(contents, config, only)
    const onServer = config.DATABASE_URL !== undefined
    const staged = onServer
      ? await stageOnServer(config, chosen, { folder, log: contents.log }, options)
      : stageEmbedded(config, chosen, { folder, aside })
    const old: string[] = []
    await whileDown(async (assertDown) => {
      await makeFit(config, staged, folder)
      assertDown()
      for (const { place } of staged) old.push(...(await place()))
      if (only === undefined) placeFiles(config.DATA_DIR, folder, contents.files, aside)
      giveToOwner(config.DATA_DIR)
    })
    return {
      at: onServer ? (until ?? header.at) : header.at,
      services: staged.map(({ service }) => service),
      aside: [...old, ...(existsSync(aside) ? [aside] : [])],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
