import { once } from 'node:events'
import { statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { StartupError } from '@mms/service-kit/config'

/** What the kernel holds for this process, and gives back when it ends, however it ends. */
export interface Lock {
  release(): void
}

/** What one process at a time may do in a folder. */
type Work = 'suite' | 'backup' | 'build'

/** Linux has names of sockets that are no files, so nobody can delete one; a folder is the same one by any path. */
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

/** Elsewhere the name is that of a database, which is locked and never written. */
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

/** Takes a lock; undefined while another process, or this one, has it. */
export async function tryLock(folder: string, work: Work): Promise<Lock | undefined> {
  return process.platform === 'linux'
    ? bindSocket(socketName(folder, work))
    : lockDatabase(join(folder, `${work}.lock`))
}

/** As `lockDataFolder`; undefined while a suite has it. */
export const tryLockDataFolder = (folder: string): Promise<Lock | undefined> => tryLock(folder, 'suite')

async function holderOf(folder: string): Promise<string> {
  if (process.platform !== 'linux') return ''
  const socket = connect({ path: socketName(folder, 'suite'), timeout: 1_000 })
  socket.on('timeout', () => socket.destroy())
  return text(socket).then(
    (pid) => ` (process ${pid})`,
    () => '',
  )
}

/** Keeps a data directory to one suite. */
export async function lockDataFolder(folder: string): Promise<Lock> {
  const lock = await tryLockDataFolder(folder)
  if (lock) return lock
  const holder = await holderOf(folder)
  throw new StartupError(
    `The data directory ${folder} is in use by a running suite${holder}: stop that one first.`,
  )
}
