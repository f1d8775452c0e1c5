import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './run/command.ts'
import { resultOfProblems, type StepResult } from './run/run-steps.ts'
import { root } from './workspaces.ts'

const folder = join(root, '.cache/tools')
export const promtool = existsSync('/usr/bin/promtool')
  ? '/usr/bin/promtool'
  : join(folder, 'usr/bin/promtool')
/** Copies a database to a node that joins a cluster. */
const nodeCopier = existsSync('/usr/bin/wsrep_sst_rsync')
  ? '/usr/bin/wsrep_sst_rsync'
  : '/usr/local/bin/wsrep_sst_rsync'
const copierFiles = './usr/bin/wsrep_sst_common ./usr/bin/wsrep_sst_rsync'
/** Unpacked instead of installed, because these packages would run a server. */
const unpacked: Record<string, string> = {
  [promtool]: 'apt-get download prometheus && dpkg-deb -x prometheus_*.deb .',
  [nodeCopier]: `apt-get download mariadb-server && dpkg-deb --fsys-tarfile mariadb-server_*.deb |
    tar -xC /usr/local --strip-components=2 ${copierFiles}`,
}

const browser = { '/usr/bin/chromium': 'chromium' }
/** Debian package of each program. `-core` is the database server without a system service. */
const programs: Record<string, string> = {
  ...browser,
  '/usr/sbin/mariadbd': 'mariadb-server-core',
  '/usr/bin/mariadb': 'mariadb-client-core',
  // Reads the database's binary log.
  '/usr/bin/mariadb-binlog': 'mariadb-client',
  '/usr/bin/kubectl': 'kubernetes-client',
  // Reads the text of printed bills.
  '/usr/bin/pdftotext': 'poppler-utils',
  [promtool]: 'prometheus',
  '/usr/lib/galera/libgalera_smm.so': 'galera-4',
  [nodeCopier]: 'mariadb-server',
  // Called by the copier.
  '/usr/bin/rsync': 'rsync',
  '/usr/bin/lsof': 'lsof',
}
/** This browser only saves time; some systems lack it. */
const FAST_BROWSER = { program: '/usr/bin/chromium-headless-shell', package: 'chromium-headless-shell' }

async function run(command: string, args: string[]): Promise<string[]> {
  const { code, output } = await runCommand(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  return code === 0 ? [] : [`${command} ${args.join(' ')} failed:\n${output}`]
}

const install = (packages: string[]) => ['install', '-y', '--no-install-recommends', ...packages]

function unpack(script: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  return run('sh', ['-c', `cd '${folder}' && rm -f *.deb && ${script} && rm *.deb`])
}

/** Installs missing programs for tests: only the browser, or also database servers, kubectl and promtool. */
export async function provision(kind: 'browser' | 'all'): Promise<StepResult> {
  const missing = Object.keys(kind === 'all' ? programs : browser).filter((program) => !existsSync(program))
  if (missing.length === 0) return resultOfProblems([])
  const packages = missing.flatMap((program) => (unpacked[program] ? [] : (programs[program] ?? [])))
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    const words = `The tests need ${missing.join(' and ')}. On Debian: sudo apt-get`
    return resultOfProblems([
      `${words} ${install(missing.map((program) => programs[program] ?? '')).join(' ')}`,
    ])
  }
  const problems = await run('apt-get', ['update'])
  if (packages.length > 0) problems.push(...(await run('apt-get', install(packages))))
  for (const script of missing.flatMap((program) => unpacked[program] ?? []))
    problems.push(...(await unpack(script)))
  if (!existsSync(FAST_BROWSER.program)) await run('apt-get', install([FAST_BROWSER.package]))
  const absent = missing.filter((program) => !existsSync(program))
  return resultOfProblems(absent.flatMap((program) => [...problems, `apt-get did not bring ${program}`]))
}
