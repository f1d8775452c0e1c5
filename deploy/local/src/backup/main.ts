import { accessSync, constants } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { main, StartupError } from '@mms/service-kit'
import { describeReadFailure } from '@mms/service-kit/config'
import { assertOptionsReceived, type LocalConfig, readConfig } from '../config.ts'
import { createKeyFile, readKey, unpackBackup } from './archive.ts'
import { installationId, makeBackup } from './make.ts'
import { withWorkFolder } from './place.ts'
import { readState, writeState } from './schedule.ts'
import { backupAddress, openTarget, ownBackups } from './target.ts'

function readArguments() {
  try {
    const options = { verify: { type: 'boolean' }, 'new-key': { type: 'string' } } as const
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    if (positionals.length > (values.verify ? 1 : 0)) throw new TypeError('Too many files')
    return { verify: values.verify, newKey: values['new-key'], file: positionals[0] }
  } catch (cause) {
    throw new StartupError('Usage: npm run backup [-- --verify [FILE] | --new-key FILE].', { cause })
  }
}

function folderOf({ BACKUP_TO }: LocalConfig): string {
  if (BACKUP_TO !== undefined) return backupAddress(BACKUP_TO)
  throw new StartupError('Set BACKUP_TO to the folder or bucket for backups.')
}

async function backUp(config: LocalConfig, key: string, work: string): Promise<string> {
  const { DATA_DIR, DATABASE_URL, BACKUP_KEEP: count } = config
  const target = openTarget(folderOf(config), config, work)
  const begun = performance.now()
  const { address, bytes, installation } = await makeBackup(config, key, target, work)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  writeState(DATA_DIR, { finishedAt: new Date().toISOString(), target: address, bytes, verifiedAt: null })
  const old = ownBackups(await target.list(), installation).slice(0, -count)
  for (const each of old) await target.remove(each)
  const removed = old.length > 0 ? ` ${old.length} older than the last ${count} removed.` : ''
  const missing = DATABASE_URL
    ? ' Keys and published areas are in it, the databases on the server are not: docs/backup.md shows how to back them up.'
    : ''
  return `${address}: ${(bytes / 2 ** 20).toFixed(1)} MiB in ${seconds} s.${removed}${missing}`
}

async function verify(config: LocalConfig, key: string, work: string, named?: string): Promise<string> {
  const { DATA_DIR } = config
  const target = openTarget(named === undefined ? folderOf(config) : dirname(named), config, work)
  const address = named ?? ownBackups(await target.list(), installationId(DATA_DIR) ?? '').at(-1)
  if (address === undefined)
    throw new StartupError(`There is no backup of this suite in ${folderOf(config)}.`)
  const { manifest, rows } = await unpackBackup(join(work, 'unpacked'), await target.fetch(address), key)
  const state = readState(DATA_DIR)
  if (state?.target === address) writeState(DATA_DIR, { ...state, verifiedAt: new Date().toISOString() })
  return `${address} is whole: of ${manifest.at}, ${manifest.databases.length} databases with ${rows} rows.`
}

/** Backs up a suite, running or not, or verifies a backup, or creates a key. */
await main(async () => {
  assertOptionsReceived(['verify', 'new-key'])
  const { verify: isRead, newKey, file } = readArguments()
  if (newKey !== undefined) {
    await createKeyFile(resolve(newKey))
    return process.stdout.write(
      `${resolve(newKey)} opens every backup made with it, and nothing else does: keep a copy away from this machine.\n`,
    )
  }
  const config = readConfig()
  const { DATA_DIR } = config
  const key = await readKey(config)
  try {
    accessSync(DATA_DIR, constants.W_OK)
  } catch (cause) {
    const words = `The data directory ${DATA_DIR} ${describeReadFailure(cause)}: set DATA_DIR to that of the suite, and be its user.`
    throw new StartupError(words, { cause })
  }
  const words = await withWorkFolder(DATA_DIR, (work) =>
    isRead ? verify(config, key, work, file && backupAddress(file)) : backUp(config, key, work),
  )
  process.stdout.write(`${words}\n`)
})
