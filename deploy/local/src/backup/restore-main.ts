import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { main, StartupError } from '@mms/service-kit'
import { assertReceived, readConfig } from '../config.ts'
import { whilePaused } from '../control/ask.ts'
import { openDataFolder } from '../setup/data-folder.ts'
import { lockDataFolder, tryLock, tryLockDataFolder } from '../setup/lock.ts'
import { serviceNames } from '../setup/service-list.ts'
import { opensOf } from './carry-out.ts'
import { chainOf } from './chain.ts'
import { parseKey, readKey } from './key.ts'
import { type Restored, restoreBackup } from './restore.ts'
import { openTarget, targetOf } from './target.ts'

const USAGE =
  'npm run restore -- FILE [--key FILE] [--only SERVICE] [--until 2026-11-25T10:30:00+05:30 [--binary-log FOLDER]]'

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        only: { type: 'string' },
        until: { type: 'string' },
        'binary-log': { type: 'string' },
      },
    })
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) throw new TypeError('One file')
    return { address: targetOf(file), ...values }
  } catch (cause) {
    throw new StartupError(`Usage: ${USAGE}.`, { cause })
  }
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/

function momentOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const ms = MOMENT.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms)) {
    throw new StartupError('--until takes a moment with its time zone, such as 2026-11-25T10:30:00+05:30.')
  }
  if (ms <= Date.now()) return new Date(ms).toISOString()
  throw new StartupError(`--until ${text} is still to come.`)
}

const restoredWords = ({ at, services, aside }: Restored) =>
  `Restored as of ${at}: ${services.join(', ')}.\n${
    aside.length > 0 ? `What was there before is in ${aside.join(', ')}: remove it when all is well.\n` : ''
  }`

/** Restores the stopped suite with this DATA_DIR, or one service of it, of a running suite too, from a backup. */
await main(async () => {
  assertReceived(['until', 'binary-log'])
  const { address, key: keyFile, only, until: untilText, 'binary-log': logFolder } = readArguments()
  const until = momentOf(untilText)
  if (only !== undefined && !serviceNames.includes(only)) {
    throw new StartupError(`--only takes the name of a service: ${serviceNames.join(', ')}.`)
  }
  const config = readConfig()
  if (keyFile === undefined && config.BACKUP_KEY === undefined) {
    throw new StartupError('Name the file of the key with --key or BACKUP_KEY_FILE.')
  }
  const key = keyFile === undefined ? parseKey(config.BACKUP_KEY ?? '', 'BACKUP_KEY') : readKey(keyFile)
  const folder = openDataFolder(config.DATA_DIR).path
  const suite = await (only === undefined ? lockDataFolder(folder) : tryLockDataFolder(folder))
  const backups = await tryLock(folder, 'backup')
  try {
    if (!backups) throw new StartupError('A backup of this suite is being made or read.')
    const target = openTarget(dirname(address), config)
    const opens = opensOf(target, await chainOf(target, address, until))
    const whileDown =
      suite || only === undefined
        ? undefined
        : (work: Parameters<typeof whilePaused>[2]) => whilePaused(folder, only, work)
    const options = {
      address,
      opens,
      key,
      only,
      until,
      logFolder: logFolder && resolve(logFolder),
      whileDown,
    }
    const restored = await restoreBackup(config, options)
    process.stdout.write(
      `${restoredWords(restored)}${suite ? 'Start the suite, and then compare' : 'Compare'} both ledgers with: npm run reconcile\n`,
    )
  } finally {
    backups?.release()
    suite?.release()
  }
})
