import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '@mms/service-kit/ports'
import { createConnection } from 'mysql2/promise'

const [INSTALL, SERVER] = ['mariadb-install-db', 'mariadbd']

/** A MariaDB whose files are on the disk that loses its power. */
export interface Server {
  url: string
  start(): Promise<void>
  kill(): Promise<void>
}

async function answers(port: number): Promise<boolean> {
  try {
    await (await createConnection({ host: '127.0.0.1', port, user: 'root' })).end()
    return true
  } catch {
    return false
  }
}

export async function createServer(folder: string): Promise<Server> {
  const port = await findFreePort()
  mkdirSync(`${folder}/tmp`, { recursive: true })
  const files = [`--datadir=${folder}/data`, `--tmpdir=${folder}/tmp`, `--user=${userInfo().username}`]
  const install = ['--no-defaults', ...files, '--auth-root-authentication-method=normal', '--skip-test-db']
  const { status, stderr } = spawnSync(INSTALL, install, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const options = [
    '--no-defaults',
    ...files,
    `--socket=${folder}/socket`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--max-connections=300',
    // What a server does by default, and what the suite is promised.
    '--innodb-flush-log-at-trx-commit=1',
  ]
  let server: ChildProcess | undefined
  return {
    url: `mysql://root@127.0.0.1:${port}/`,
    async start() {
      server = spawn(SERVER, options, { stdio: 'ignore' })
      while (!(await answers(port))) {
        if (server.exitCode !== null) throw new Error(`mariadbd ended with ${server.exitCode}`)
        await delay(50)
      }
    },
    async kill() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
  }
}
