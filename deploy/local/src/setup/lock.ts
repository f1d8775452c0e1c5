import { once } from 'node:events'
import { statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { StartupError } from '@mms/service-kit/config'

export interface Lock {
  release(): void
}

type Work = 'suite' | 'backup' | 'build'

/** An abstract Linux socket is not a file, so nobody can delete it. Device and inode identify the folder by any path. */
function socketName(folder: string, work: Work): string {
  const { dev, ino } = statSync(folder)
  return `\0medicine-suite-${work}-${dev}-${ino}`
}

async function bindSocket(path: string): Promise<Lock | undefined> {
  const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)))
  server.listen({ path, exclusive: true })
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return undefined
  }
  server.unref()
  return { release: () => void server.close() }
}

/** Systems other than Linux lock a database file that is never written. */
function lockDatabase(path: string): Lock | undefined {
  const database = new DatabaseSync(path)
  try {
    database.exec('begin exclusive')
    return { release: () => database.close() }
  } catch {
    database.close()
    return undefined
  }
}

export async function tryLock(folder: string, work: Work): Promise<Lock | undefined> {
  return process.platform === 'linux'
    ? bindSocket(socketName(folder, work))
    : lockDatabase(join(folder, `${work}.lock`))
}

export const tryLockDataFolder = (folder: string): Promise<Lock | undefined> => tryLock(folder, 'suite')

async function holderOf(folder: string): Promise<string> {
  if (process.platform !== 'linux') return ''
  const socket = connect({ path: socketName(folder, 'suite'), timeout: 10_000 })
  socket.on('timeout', () => socket.destroy())
  return text(socket).then(
    (pid) => ` (process ${pid})`,
    () => '',
  )
}

export async function lockDataFolder(folder: string): Promise<Lock> {
  const lock = await tryLockDataFolder(folder)
  if (lock) return lock
  const holder = await holderOf(folder)
  throw new StartupError(`The data directory ${folder} is in use by a running suite${holder}. Stop it first.`)
}
