import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '@mms/service-kit/config'

export interface Lock {
  /** Whether a suite that held it before ended without giving it back. */
  wasLeftBehind: boolean
  release(): void
}

/** When a process began, in the kernel's ticks, to distinguish it from a later one with the same id. */
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

/** Writes who we are to a file of our own and gives it the name of the lock by `put`, so that it never is half written. */
function sign(file: string, put: (mine: string, file: string) => void): void {
  const mine = `${file}.${process.pid}`
  try {
    writeFileSync(mine, `${process.pid} ${beginOf(process.pid)}`)
    put(mine, file)
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Linking fails when the lock exists. */
function tryToMake(file: string): boolean {
  try {
    sign(file, linkSync)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** Replaces a dead holder's lock; one at a time, by a lock of its own, or two would take it over from one another. */
function tryToTakeOver(file: string, holder: string): boolean {
  const turn = tryLock(`${file}.next`)
  if (!turn) return false
  try {
    if (readHolder(file) !== holder) return false
    sign(file, renameSync)
    return true
  } finally {
    turn.release()
  }
}

/** Takes a lock that is a file naming its process; undefined while a living process has it. */
export function tryLock(file: string): Lock | undefined {
  const holder = readHolder(file)
  if (holder !== undefined && runs(holder)) return undefined
  const wasLeftBehind = holder !== undefined
  const isMine = wasLeftBehind ? tryToTakeOver(file, holder) : tryToMake(file)
  return isMine ? { wasLeftBehind, release: () => rmSync(file, { force: true }) } : undefined
}

const suiteLock = (folder: string) => join(folder, 'suite.lock')

/** As `lockDataFolder`; undefined while a suite has it. */
export const tryLockDataFolder = (folder: string): Lock | undefined => tryLock(suiteLock(folder))

/** Keeps a data directory to one suite. */
export function lockDataFolder(folder: string): Lock {
  const lock = tryLockDataFolder(folder)
  if (lock) return lock
  const [pid] = readHolder(suiteLock(folder))?.split(' ') ?? []
  const holder = pid ? `a running suite (process ${pid})` : 'a suite that starts or stops at this moment'
  throw new StartupError(`The data directory ${folder} is in use by ${holder}: stop that one first.`)
}
