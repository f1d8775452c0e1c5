import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '@mms/service-kit/ports'
import { createConnection } from 'mysql2/promise'

/** A MariaDB server with its files on the disk whose power is cut. */
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
  const { status, stderr } = spawnSync('mariadb-install-db', install, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const options = [
    '--no-defaults',
    ...files,
    `--socket=${folder}/socket`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--max-connections=300',
    // The default, on which the suite relies.
    '--innodb-flush-log-at-trx-commit=1',
  ]
  let server: ChildProcess | undefined
  return {
    url: `mysql://root@127.0.0.1:${port}/`,
    async start() {
      server = spawn('mariadbd', options, { stdio: 'ignore' })
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
