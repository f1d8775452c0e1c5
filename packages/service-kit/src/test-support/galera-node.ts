import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { findProgram, serverOptions } from './mariadb-files.ts'

export const PROVIDER = '/usr/lib/galera/libgalera_smm.so'
const START_TIMEOUT_MS = 120_000
const POLL_MS = 50
/** Address space in bytes; an idle node reserves 2.5 GB. A runaway node dies instead of the machine. */
const MEMORY_LIMIT = 4_000_000_000

/** The server refuses to run as root, and rsync then lacks file permissions. */
export const runsAs = () => (userInfo().uid === 0 ? 'nobody' : userInfo().username)

export interface Place {
  dir: string
  port: number
  group: number
  whole: number
  part: number
  flush: number
}

/** Detects dead nodes fast; real networks use the defaults of 5 and 15 seconds. */
const TIMEOUTS = [
  'evs.keepalive_period=PT0.3S',
  'evs.inactive_check_period=PT0.2S',
  'evs.suspect_timeout=PT1.5S',
  'evs.inactive_timeout=PT4S',
  'evs.install_timeout=PT4S',
]

function optionsOf({ dir, port, group, whole, part, flush }: Place, name: string, peers: string): string[] {
  const provider = [
    `gmcast.listen_addr=tcp://127.0.0.1:${group}`,
    `ist.recv_addr=127.0.0.1:${part}`,
    `ist.recv_bind=127.0.0.1:${part}`,
    'gcache.size=128M',
    'repl.causal_read_timeout=PT5S',
    ...TIMEOUTS,
  ]
  return [
    ...serverOptions(dir, port, runsAs()),
    ...['--binlog-format=ROW', '--innodb-autoinc-lock-mode=2', `--innodb-flush-log-at-trx-commit=${flush}`],
    ...['--wsrep-on=ON', `--wsrep-provider=${PROVIDER}`, '--wsrep-slave-threads=2'],
    ...['--wsrep-sst-method=rsync', `--wsrep-sst-receive-address=127.0.0.1:${whole}`],
    ...[`--wsrep-cluster-name=${name}`, `--wsrep-cluster-address=gcomm://${peers}`],
    ...['--wsrep-node-address=127.0.0.1', `--wsrep-provider-options=${provider.join(';')}`],
  ]
}

/** Runs MariaDB under the memory limit; `prlimit` execs it and keeps the pid. */
const limited = (options: string[]): [string, ...string[]] => [
  'prlimit',
  `--as=${MEMORY_LIMIT}`,
  findProgram('mariadbd'),
  ...options,
]

/** Kills the server when standard input ends, so also when the parent is killed. */
const guard = `"$@" & server=$!; read -r gone; kill -9 $server; wait $server`

export const spawnShell = (script: string, args: string[]): ChildProcess =>
  // Own process group: Ctrl-C on the tests must not kill it before it has cleaned up.
  spawn('sh', ['-c', script, 'sh', ...args], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })

/**
 * Recovers a killed node's position from its log, so that it needs only an incremental transfer. MariaDB 10.11
 * sometimes hangs afterwards and eats memory, so it is killed.
 */
async function positionOf(dir: string, options: string[]): Promise<string[]> {
  const log = `${dir}/recover.log`
  await rm(log, { force: true })
  const [program, ...args] = limited([...options, '--wsrep-recover', `--log-error=${log}`])
  const server = spawn(program, args, { stdio: 'ignore' })
  const over = once(server, 'close')
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null
  for (const end = performance.now() + START_TIMEOUT_MS; performance.now() < end; await delay(POLL_MS)) {
    const isOver = hasEnded()
    const [, position] = /Recovered position: (\S+)\n/.exec(await readFile(log, 'utf8').catch(() => '')) ?? []
    if (position === undefined && !isOver) continue
    server.kill('SIGKILL')
    await over
    return position ? [`--wsrep-start-position=${position}`] : []
  }
  server.kill('SIGKILL')
  throw new Error(`A node did not find its position in ${START_TIMEOUT_MS} ms; see ${log}`)
}

export function createNode(place: Place, name: string, peers: string) {
  const { dir, port } = place
  let guarding: ChildProcess | undefined

  async function statement(sql: string): Promise<Record<string, string>[]> {
    const server = { host: '127.0.0.1', port, user: 'root' }
    const connection = await createConnection({ ...server, connectTimeout: 2_000 })
    try {
      const [rows] = await connection.query({ sql, timeout: 5_000 })
      return rows as Record<string, string>[]
    } finally {
      connection.destroy()
    }
  }

  const statusOf = async (variable: string) =>
    (await statement(`show status like 'wsrep_${variable}'`))[0]?.Value

  async function isSynced(): Promise<boolean> {
    try {
      const state = await statusOf('local_state_comment')
      return state === 'Synced' && (await statusOf('cluster_status')) === 'Primary'
    } catch {
      return false
    }
  }

  async function untilSynced(): Promise<void> {
    for (const end = performance.now() + START_TIMEOUT_MS; performance.now() < end; await delay(POLL_MS)) {
      if (await isSynced()) return
    }
    throw new Error(`A node was not synced after ${START_TIMEOUT_MS} ms; see ${dir}/error.log`)
  }

  function launch(options: string[]): void {
    guarding = spawnShell(guard, limited(options))
  }

  return {
    address: `127.0.0.1:${port}`,
    errorLog: `${dir}/error.log`,
    statement,
    statusOf,
    isSynced,
    readPid: async () => Number(await readFile(`${dir}/pid`, 'utf8')),
    async bootstrap(): Promise<void> {
      launch(optionsOf(place, name, ''))
      await untilSynced()
    },
    async join(): Promise<void> {
      const options = optionsOf(place, name, peers)
      launch([...options, ...(await positionOf(dir, options))])
      await untilSynced()
    },
    async kill(): Promise<void> {
      if (!guarding || guarding.exitCode !== null) return
      const gone = once(guarding, 'exit')
      guarding.stdin?.end()
      await gone
    },
    isolate: (isCut: boolean) =>
      statement(`set global wsrep_provider_options = 'gmcast.isolate=${isCut ? 1 : 0}'`).then(() => {}),
  }
}
export type GaleraNode = ReturnType<typeof createNode>
