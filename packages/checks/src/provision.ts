import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'
import { runCommand } from './run/command.ts'
import { resultOf, type StepResult } from './run/run-steps.ts'

interface Tool {
  program: string
  /** Debian packages. `-core` is the server without a system service. */
  packages: string[]
  /** Only saves time; some systems lack it. */
  isOptional?: true
  isBrowser?: true
}

/** Unpacked, not installed: an installed Prometheus would start as a server. */
const unpacked = join(root, '.cache/tools')
export const promtool = isInstalled('/usr/bin/promtool')
  ? '/usr/bin/promtool'
  : join(unpacked, 'usr/bin/promtool')

const tools: Tool[] = [
  { program: '/usr/sbin/mariadbd', packages: ['mariadb-server-core', 'mariadb-client-core'] },
  // Needed to read the binary log.
  { program: '/usr/bin/mariadb-binlog', packages: ['mariadb-client'] },
  { program: '/usr/bin/chromium', packages: ['chromium'], isBrowser: true },
  { program: '/usr/bin/kubectl', packages: ['kubernetes-client'] },
  { program: promtool, packages: ['prometheus'] },
  {
    program: '/usr/bin/chromium-headless-shell',
    packages: ['chromium-headless-shell'],
    isOptional: true,
    isBrowser: true,
  },
]

function isInstalled(program: string): boolean {
  try {
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const installing = (missing: readonly Tool[]) => [
  'install',
  '-y',
  '--no-install-recommends',
  ...missing.flatMap(({ packages }) => packages),
]

async function apt(args: string[]): Promise<string[]> {
  const { code, output } = await runCommand('apt-get', args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  return code === 0 ? [] : [`apt-get ${args.join(' ')} failed:\n${output}`]
}

async function unpackPrometheus(): Promise<string[]> {
  mkdirSync(unpacked, { recursive: true })
  const script = 'apt-get download prometheus && dpkg-deb -x prometheus_*.deb . && rm prometheus_*.deb'
  const { code, output } = await runCommand('sh', ['-c', `cd '${unpacked}' && ${script}`])
  return code === 0 ? [] : [`Prometheus could not be unpacked:\n${output}`]
}

/** Installs missing test programs: the browser, or also the database server, kubectl and promtool. */
export async function provision(kind: 'browser' | 'all'): Promise<StepResult> {
  const missing = tools.filter(
    ({ program, isBrowser = false }) => (kind === 'all' || isBrowser) && !isInstalled(program),
  )
  const needed = missing.filter(({ isOptional }) => !isOptional)
  if (missing.length === 0) return resultOf([])
  if (process.getuid?.() !== 0 || !isInstalled('/usr/bin/apt-get')) {
    if (needed.length === 0) return resultOf([])
    const programs = needed.map(({ program }) => program).join(' and ')
    return resultOf([`The tests need ${programs}. On Debian: sudo apt-get ${installing(missing).join(' ')}`])
  }
  const problems = await apt(['update'])
  const toInstall = needed.filter(({ program }) => program !== promtool)
  if (toInstall.length > 0 && problems.length === 0) problems.push(...(await apt(installing(toInstall))))
  if (needed.length > toInstall.length && problems.length === 0) problems.push(...(await unpackPrometheus()))
  for (const tool of missing.filter(({ isOptional }) => isOptional)) await apt(installing([tool]))
  const absent = needed.filter(({ program }) => !isInstalled(program))
  return resultOf(
    absent.length === 0
      ? []
      : [...problems, ...absent.map(({ program }) => `apt-get did not bring ${program}`)],
  )
}
