import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { findFreePort } from '../process/ports.ts'
import { findProgram, install, serverOptions } from './mariadb-files.ts'

export interface MariaDbOptions {
  /** Flushes every commit to disk, as in production; six times slower. */
  durable?: boolean
  options?: string[]
}

const START_ATTEMPTS = 3
const START_TIMEOUT_MS = 120_000
const POLL_MS = 50

/** Runs the server until standard input ends, so also when the parent is killed. Each line of input restarts it. */
const guard = `
dir=$1; shift
"$@" & server=$!
while read -r crash; do kill -9 $server; wait $server; "$@" & server=$!; done
kill -9 $server; wait $server; rm -rf "$dir"`

function startServer(
  dir: string,
  port: number,
  { durable, options: more = [] }: MariaDbOptions,
): ChildProcess {
  const options = [
    ...serverOptions(dir, port, userInfo().username),
    ...(durable
      ? []
      : ['--innodb-flush-log-at-trx-commit=2', '--innodb-flush-method=nosync', '--sync-frm=0']),
    ...more,
  ]
  const args = ['-c', guard, 'sh', dir, findProgram('mariadbd'), ...options]
  // Own process group: Ctrl-C on the tests must not kill the guard before it has cleaned up.
  return spawn('sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
}

async function answers(port: number): Promise<boolean> {
  try {
    const connection = await createConnection({ host: '127.0.0.1', port, user: 'root' })
    await connection.end()
    return true
  } catch {
    return false
  }
}

/** False if another process took the port; throws the server's message otherwise. */
async function waitUntilReady(dir: string, port: number): Promise<boolean> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    const log = await readFile(`${dir}/error.log`, 'utf8').catch(() => '')
    if (log.includes('Address already in use')) return false
    if (log.includes('[ERROR] Aborting')) throw new Error(`mariadbd did not start:\n${log}`)
    if (log.includes('ready for connections') && (await answers(port))) return true
  }
  throw new Error(`mariadbd was not ready after ${START_TIMEOUT_MS} ms; see ${dir}/error.log`)
}

const readPid = async (dir: string) => Number(await readFile(`${dir}/pid`, 'utf8').catch(() => 0))

async function crash(guarding: ChildProcess, dir: string, port: number): Promise<{ killedPid: number }> {
  const killedPid = await readPid(dir)
  guarding.stdin?.write('\n')
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    const pid = await readPid(dir)
    if (pid !== 0 && pid !== killedPid && (await answers(port))) return { killedPid }
  }
  throw new Error(`mariadbd did not come back within ${START_TIMEOUT_MS} ms; see ${dir}/error.log`)
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const gone = once(server, 'exit')
  server.stdin?.end()
  await gone
}

/**
 * Private MariaDB server on a free loopback port, user `root` without a password. It and its directory go with `stop()`
 * or this process. Throws with the install command if MariaDB is missing.
 */
export async function startMariaDb(options: MariaDbOptions = {}) {
  findProgram('mariadbd')
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const dir = await mkdtemp(join(tmpdir(), 'mms-mariadb-'))
    await mkdir(join(dir, 'tmp'))
    try {
      await install(dir)
    } catch (error) {
      await rm(dir, { recursive: true, force: true })
      throw error
    }
    const port = await findFreePort()
    const server = startServer(dir, port, options)
    if (await waitUntilReady(dir, port)) {
      return {
        url: `mysql://root@127.0.0.1:${port}/`,
        /** Kills the server and restarts it on the same files; returns once it answers. */
        crash: () => crash(server, dir, port),
        stop: () => stop(server),
      }
    }
    await stop(server)
  }
  throw new Error('No free port for mariadbd')
}
export type MariaDb = Awaited<ReturnType<typeof startMariaDb>>
