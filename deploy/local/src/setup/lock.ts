import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '@mms/service-kit/config'

export interface Lock {
  /** Whether a suite that held it before ended without giving it back. */
  wasLeftBehind: boolean
  release(): void
}

/** When a process began, in the kernel's ticks: tells it from a later one with the same id. */
function beginOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function runs(holder: string): boolean {
  const [pid = '', began] = holder.split(' ')
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return beginOf(Number(pid)) === began
}

function readHolder(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Links, because that fails when the lock exists, and then it has its content from the first moment. */
function tryToTake(file: string, mine: string): boolean {
  writeFileSync(mine, `${process.pid} ${beginOf(process.pid)}`)
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(mine)
  }
}

/** Moves a dead holder's lock away, unless somebody else did so in the meantime and holds it now. */
function removeLeftBehind(file: string, holder: string, aside: string): void {
  renameSync(file, aside)
  if (readHolder(aside) === holder) rmSync(aside)
  else renameSync(aside, file)
}

/** Takes a lock that is a file naming its process; undefined while a living process has it. */
export function tryLock(file: string): Lock | undefined {
  const mine = `${file}.${process.pid}`
  const holder = readHolder(file)
  if (holder !== undefined && !runs(holder)) removeLeftBehind(file, holder, `${mine}.old`)
  if (!tryToTake(file, mine)) return undefined
  return { wasLeftBehind: holder !== undefined, release: () => rmSync(file, { force: true }) }
}

/** Keeps a data directory to one suite. */
export function lockDataFolder(folder: string): Lock {
  const file = join(folder, 'suite.lock')
  const lock = tryLock(file)
  if (lock) return lock
  const [pid] = (readHolder(file) ?? '').split(' ')
  throw new StartupError(`The data directory ${folder} is in use by a running suite (process ${pid}).`)
}
