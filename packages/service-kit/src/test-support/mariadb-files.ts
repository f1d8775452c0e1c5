import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Path of a MariaDB program. Throws with the install command if missing. */
export function findProgram(name: string): string {
  for (const folder of ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin']) {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return join(folder, name)
    } catch {
      // Look in the next folder.
    }
  }
  throw new Error(`${name} is not installed, and the tests need it: run "npm run provision" as root.`)
}

/** Options of every test server: its files in `dir`, and its address. */
export const serverOptions = (dir: string, port: number, user: string): string[] => [
  '--no-defaults',
  `--user=${user}`,
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
]

export async function install(dir: string): Promise<void> {
  // A separate temporary directory: servers that share one delete each other's files.
  const options = [
    '--no-defaults',
    `--datadir=${dir}/data`,
    `--tmpdir=${dir}/tmp`,
    `--user=${userInfo().username}`,
  ]
  const quick = ['--innodb-log-file-size=8M', '--innodb-flush-log-at-trx-commit=0']
  await promisify(execFile)(findProgram('mariadb-install-db'), [
    ...options,
    ...quick,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ])
}
