// A database server for trying: a new one at each start, with the databases and users of init.sql.
import { spawn } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'

if (!existsSync('/data/mysql')) cpSync('/template', '/data', { recursive: true })
const server = spawn(
  '/usr/sbin/mariadbd',
  [
    ...[
      '--no-defaults',
      '--datadir=/data',
      '--socket=/data/socket',
      '--tmpdir=/data',
      '--bind-address=0.0.0.0',
    ],
    ...[
      '--character-set-server=utf8mb4',
      '--collation-server=utf8mb4_unicode_ci',
      '--default-time-zone=+00:00',
    ],
    ...['--init-file=/run/secrets/mariadb/init.sql', '--skip-name-resolve'],
  ],
  { stdio: 'inherit' },
)
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code) => process.exit(code ?? 1))
