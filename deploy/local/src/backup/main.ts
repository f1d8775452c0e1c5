import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { main, StartupError } from '@mms/service-kit'
import { startupWords, whyUnread } from '@mms/service-kit/config'
import { assertReceived, type LocalConfig, readConfig } from '../config.ts'
import { tryLock } from '../setup/lock.ts'
import { giveToOwner } from '../setup/owner.ts'
import { type BackupPlan, backUp, newestAt, verifyOne } from './carry-out.ts'
import { type BackupKey, createKeyFile, parseKey, readKey } from './key.ts'
import { giveWay } from './priority.ts'
import { targetOf } from './target.ts'

const USAGE =
  'npm run backup -- [--to FOLDER|BUCKET] [--key FILE] [--keep N] [--every 6h] [--increment] [--verify [FILE]], or --new-key FILE'

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
        increment: { type: 'boolean' },
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

function addressOf(config: LocalConfig, to: string | undefined): string {
  const given = to ?? config.BACKUP_TO
  if (given !== undefined) return targetOf(given)
  throw new StartupError('Name the folder or bucket of the backups with --to or BACKUP_TO.')
}

function assertOwnSuite({ DATA_DIR }: LocalConfig): void {
  try {
    accessSync(DATA_DIR, constants.W_OK)
  } catch (cause) {
    const why = whyUnread(cause)
    throw new StartupError(
      `The data directory ${DATA_DIR} ${why}: set DATA_DIR to that of the suite, and be its user.`,
      {
        cause,
      },
    )
  }
}

/** Two backups at once would remove each other's copies. */
async function alone<T>(config: LocalConfig, work: () => Promise<T>): Promise<T> {
  assertOwnSuite(config)
  const lock = await tryLock(config.DATA_DIR, 'backup')
  if (!lock) throw new StartupError('Another backup of this suite is being made or read.')
  try {
    return await work()
  } finally {
    lock.release()
    giveToOwner(config.DATA_DIR)
  }
}

/** One that fails is said, and the next comes in its time. */
async function backUpEvery(ms: number, config: LocalConfig, plan: BackupPlan): Promise<never> {
  for (;;) {
    const begun = performance.now()
    await alone(config, () => backUp(config, plan)).then(
      (words) => process.stdout.write(`${words}\n`),
      (error: unknown) => process.stderr.write(`${startupWords(error)}\n`),
    )
    await delay(Math.max(0, ms - (performance.now() - begun)))
  }
}

/** Backs up the suite with this DATA_DIR, which may run; or reads a backup again; or makes a key. */
await main(async () => {
  assertReceived(['verify', 'increment', 'every', 'keep', 'new-key'])
  const { values, positionals } = readArguments()
  const { to, every, keep, verify, increment = false } = values
  if (positionals.length > (verify ? 1 : 0)) throw new StartupError(`Usage: ${USAGE}.`)
  if (increment && every !== undefined) {
    throw new StartupError(
      '--increment makes one: with BACKUP_INCREMENT_MINUTES a running suite makes them in their turn, and whole ones between.',
    )
  }
  if (values['new-key'] !== undefined) {
    createKeyFile(resolve(values['new-key']))
    return process.stdout.write(
      `${resolve(values['new-key'])} opens every backup made with it, and nothing else does: keep a copy away from this machine.\n`,
    )
  }
  giveWay()
  const config = readConfig()
  const key = keyOf(config, values.key)
  if (verify) {
    const [named] = positionals
    const words = await alone(config, async () =>
      verifyOne(
        config,
        named === undefined ? await newestAt(config, addressOf(config, to)) : targetOf(named),
        key,
      ),
    )
    return process.stdout.write(`${words}\n`)
  }
  const plan = {
    address: addressOf(config, to),
    key,
    keep: keep === undefined ? (config.BACKUP_KEEP ?? KEEP) : countOf(keep),
    increment,
  }
  if (every !== undefined) return backUpEvery(intervalOf(every), config, plan)
  process.stdout.write(`${await alone(config, () => backUp(config, plan))}\n`)
})
