import { mkdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { main, StartupError } from '@mms/service-kit'
import { startupWords } from '@mms/service-kit/config'
import { type LocalConfig, readConfig } from '../config.ts'
import { tryLock } from '../setup/lock.ts'
import { listBackups, removeOld, removeUnfinished } from './folder.ts'
import { ensureInstallation } from './installation.ts'
import { type BackupKey, createKeyFile, parseKey, readKey } from './key.ts'
import { makeBackup } from './make.ts'
import { removeLeft } from './place.ts'
import { writeState } from './state.ts'
import { verifyBackup } from './verify.ts'

const USAGE =
  'npm run backup -- [--to FOLDER] [--key FILE] [--keep N] [--every 6h] [--verify [FILE]], or --new-key FILE'

const KEEP = 14
const HOUR_MS = 3_600_000
const units: Record<string, number> = { m: HOUR_MS / 60, h: HOUR_MS, d: 24 * HOUR_MS }

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        key: { type: 'string' },
        keep: { type: 'string' },
        every: { type: 'string' },
        verify: { type: 'boolean' },
        'new-key': { type: 'string' },
      },
    })
  } catch (cause) {
    throw new StartupError(`Usage: ${USAGE}.`, { cause })
  }
}

function intervalOf(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? []
  const ms = Number(count) * (units[unit] ?? 0)
  if (ms > 0) return ms
  throw new StartupError('--every takes a time such as 30m, 6h or 1d.')
}

function countOf(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new StartupError('--keep takes a number of backups, at least 1.')
}

function keyOf(config: LocalConfig, file: string | undefined): BackupKey {
  if (file !== undefined) return readKey(file)
  if (config.BACKUP_KEY !== undefined) return parseKey(config.BACKUP_KEY, 'BACKUP_KEY')
  throw new StartupError(
    'Backups are encrypted: name the file of the key with --key or BACKUP_KEY_FILE; npm run backup -- --new-key FILE makes one.',
  )
}

function folderOf(config: LocalConfig, folder: string | undefined): string {
  if (folder !== undefined) return resolve(folder)
  if (config.BACKUP_TO !== undefined) return config.BACKUP_TO
  throw new StartupError('Name the folder of the backups with --to or BACKUP_TO.')
}

/** Two backups at once would remove each other's copies. */
async function alone<T>(config: LocalConfig, work: () => Promise<T>): Promise<T> {
  const lock = tryLock(join(config.DATA_DIR, 'backup.lock'))
  if (!lock) throw new StartupError('Another backup of this suite is being made or read.')
  try {
    return await work()
  } finally {
    lock.release()
  }
}

interface Plan {
  folder: string
  key: BackupKey
  keep: number
}

async function backUp(config: LocalConfig, { folder, key, keep }: Plan): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeLeft(config.DATA_DIR, 'backup-copies-')
  removeUnfinished(folder)
  const begun = performance.now()
  const { file, bytes } = await makeBackup(config, { folder, key })
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  writeState(config.DATA_DIR, { finishedAt: new Date().toISOString(), target: file, bytes, verifiedAt: null })
  const old = await removeOld(folder, ensureInstallation(config.DATA_DIR), keep)
  const removed = old.length > 0 ? ` ${old.length} older than the last ${keep} removed.` : ''
  process.stdout.write(`${file}: ${(bytes / 1024 / 1024).toFixed(1)} MiB in ${seconds} s.${removed}\n`)
}

async function newestOf(config: LocalConfig, folder: string): Promise<string> {
  const newest = (await listBackups(folder, ensureInstallation(config.DATA_DIR))).at(-1)
  if (newest) return newest
  throw new StartupError(`There is no backup of this suite in ${folder}.`)
}

/** One that fails is said, and the next comes in its time. */
async function backUpEvery(ms: number, config: LocalConfig, plan: Plan): Promise<never> {
  for (;;) {
    const begun = performance.now()
    await alone(config, () => backUp(config, plan)).catch((error: unknown) =>
      process.stderr.write(`${startupWords(error)}\n`),
    )
    await delay(Math.max(0, ms - (performance.now() - begun)))
  }
}

/** Backs up the suite with this DATA_DIR, which may run; or reads a backup again; or makes a key. */
await main(async () => {
  const { values, positionals } = readArguments()
  const { to, every, keep, verify } = values
  if (positionals.length > (verify ? 1 : 0)) throw new StartupError(`Usage: ${USAGE}.`)
  if (values['new-key'] !== undefined) {
    createKeyFile(resolve(values['new-key']))
    return process.stdout.write(
      `${resolve(values['new-key'])} opens every backup made with it, and nothing else does: keep a copy away from this machine.\n`,
    )
  }
  // Sales come first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const config = readConfig()
  const key = keyOf(config, values.key)
  if (verify) {
    const [named] = positionals
    const words = await alone(config, async () => {
      const file = named === undefined ? await newestOf(config, folderOf(config, to)) : resolve(named)
      return verifyBackup(config.DATA_DIR, file, key)
    })
    return process.stdout.write(`${words}\n`)
  }
  const plan = {
    folder: folderOf(config, to),
    key,
    keep: keep === undefined ? (config.BACKUP_KEEP ?? KEEP) : countOf(keep),
  }
  if (every !== undefined) return backUpEvery(intervalOf(every), config, plan)
  return alone(config, () => backUp(config, plan))
})
