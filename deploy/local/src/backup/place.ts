import { existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '@mms/service-kit/config'
import { syncToDisk } from '../setup/data-folder.ts'
import { tryLock } from '../setup/lock.ts'
import { giveToOwner } from '../setup/owner.ts'

function move(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  renameSync(from, to)
}

/**
 * Moves `staged` into the data folder, and replaced files to `aside`. Also moves write-ahead logs, which would change a
 * restored database. Existing log files stay.
 */
export function replaceFiles(
  dataFolder: string,
  staged: string,
  names: readonly string[],
  aside: string,
): void {
  for (const name of readdirSync(staged, { recursive: true, encoding: 'utf8' }))
    syncToDisk(join(staged, name))
  for (const name of names.filter((each) => each !== 'logs')) {
    for (const each of [name, `${name}-wal`, `${name}-shm`]) move(join(dataFolder, each), join(aside, each))
    move(join(staged, name), join(dataFolder, name))
  }
  for (const log of names.includes('logs') ? globSync('logs/*', { cwd: staged }) : [])
    if (!existsSync(join(dataFolder, log))) move(join(staged, log), join(dataFolder, log))
  syncToDisk(dataFolder)
}

export async function withWorkFolder<T>(
  dataFolder: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const lock = await tryLock(dataFolder, 'backup')
  if (!lock) throw new StartupError('Another backup or restore of this suite is running.')
  const folder = join(dataFolder, 'backup-work')
  const clear = () => rmSync(folder, { recursive: true, force: true })
  try {
    // Removes what a killed command left behind.
    clear()
    mkdirSync(folder, { mode: 0o700 })
    return await work(folder)
  } finally {
    clear()
    lock.release()
    giveToOwner(dataFolder)
  }
}
