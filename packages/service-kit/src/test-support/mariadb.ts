import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { findFreePort } from '../ports.ts'
import { findProgram, install } from './mariadb-files.ts'

export interface MariaDb {
  /** `mysql://root@127.0.0.1:<port>/`; append the name of a database. */
  url: string
  /** Kills the server on the spot and starts it again on the same files; returns once it answers. */
  crash(): Promise<{ killedPid: number }>
  stop(): Promise<void>
}

export interface MariaDbOptions {
  /** Flush every commit to disk, as production does; six times slower. */
  durable?: boolean
  /** Options of the server beside ours, e.g. `--ssl-ca=…`. */
  options?: string[]
}

const START_ATTEMPTS = 3
const START_TIMEOUT_MS = 30_000
const POLL_MS = 50

/**
 * Runs the server until standard input ends, which it also does when its parent process is killed;
 * then the server and its directory go. Each line of input kills it and starts it again.
 */
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
    '--no-defaults',
    `--user=${userInfo().username}`,
    `--datadir=${dir}/data`,
    `--socket=${dir}/socket`,
    `--tmpdir=${dir}/tmp`,
    `--log-error=${dir}/error.log`,
    `--pid-file=${dir}/pid`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--default-time-zone=+00:00',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_ci',
    '--max-connections=500',
    '--skip-name-resolve',
    ...(durable
      ? []
      : ['--innodb-flush-log-at-trx-commit=2', '--innodb-flush-method=nosync', '--sync-frm=0']),
    ...more,
  ]
  const args = ['-c', guard, 'sh', dir, findProgram('mariadbd'), ...options]
  // Its own process group: Ctrl-C on the tests must not kill the guard before it has tidied up.
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

/** False when the port was taken in the meantime; throws with the server's own words otherwise. */
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
 * A private, throw-away MariaDB server on a free port of 127.0.0.1, user `root` without a password.
 * It and its directory are gone after `stop()`, and also when this process is killed.
 * Throws with the command to run when MariaDB is not installed.
 *
 * @example const mariaDb = await startMariaDb(); openDatabase(`${mariaDb.url}inventory`)
 */
export async function startMariaDb(options: MariaDbOptions = {}): Promise<MariaDb> {
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
        crash: () => crash(server, dir, port),
        stop: () => stop(server),
      }
    }
    await stop(server)
  }
  throw new Error('No free port for mariadbd')
}
