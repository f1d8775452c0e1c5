import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './run/command.ts'
import { resultOfProblems, type StepResult } from './run/run-steps.ts'
import { root } from './workspaces.ts'

/** Unpacked instead of installed, because an installed Prometheus would run as a server. */
const unpacked = join(root, '.cache/tools')
export const promtool = isInstalled('/usr/bin/promtool')
  ? '/usr/bin/promtool'
  : join(unpacked, 'usr/bin/promtool')

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
}
/** This browser only saves time; some systems lack it. */
const FAST_BROWSER = { program: '/usr/bin/chromium-headless-shell', package: 'chromium-headless-shell' }

function isInstalled(program: string): boolean {
  try {
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function run(command: string, args: string[]): Promise<string[]> {
  const { code, output } = await runCommand(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  return code === 0 ? [] : [`${command} ${args.join(' ')} failed:\n${output}`]
}

const install = (packages: string[]) => ['install', '-y', '--no-install-recommends', ...packages]

function unpackPrometheus(): Promise<string[]> {
  mkdirSync(unpacked, { recursive: true })
  const script = 'apt-get download prometheus && dpkg-deb -x prometheus_*.deb . && rm prometheus_*.deb'
  return run('sh', ['-c', `cd '${unpacked}' && ${script}`])
}

/** Installs missing programs for tests: only the browser, or also database server, kubectl and promtool. */
export async function provision(kind: 'browser' | 'all'): Promise<StepResult> {
  const missing = Object.keys(kind === 'all' ? programs : browser).filter((program) => !isInstalled(program))
  if (missing.length === 0) return resultOfProblems([])
  const packages = missing.filter((program) => program !== promtool).map((program) => programs[program] ?? '')
  if (process.getuid?.() !== 0 || !isInstalled('/usr/bin/apt-get')) {
    const words = `The tests need ${missing.join(' and ')}. On Debian: sudo apt-get`
    return resultOfProblems([
      `${words} ${install(missing.map((program) => programs[program] ?? '')).join(' ')}`,
    ])
  }
  const problems = await run('apt-get', ['update'])
  if (packages.length > 0) problems.push(...(await run('apt-get', install(packages))))
  if (missing.includes(promtool)) problems.push(...(await unpackPrometheus()))
  if (!isInstalled(FAST_BROWSER.program)) await run('apt-get', install([FAST_BROWSER.package]))
  const absent = missing.filter((program) => !isInstalled(program))
  return resultOfProblems(absent.flatMap((program) => [...problems, `apt-get did not bring ${program}`]))
}
