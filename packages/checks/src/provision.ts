import { accessSync, constants } from 'node:fs'
import { runCommand } from './run/command.ts'
import { resultOf, type StepResult } from './run/step.ts'

interface Tool {
  program: string
  /** Debian packages that bring it. `-core`: the server without a service that starts by itself. */
  packages: string[]
}

const tools: Tool[] = [
  { program: '/usr/sbin/mariadbd', packages: ['mariadb-server-core', 'mariadb-client-core'] },
  { program: '/usr/bin/chromium', packages: ['chromium'] },
]

function isInstalled(program: string): boolean {
  try {
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Installs the database server and the browser that the tests drive where they are missing. */
export async function provision(): Promise<StepResult> {
  const missing = tools.filter(({ program }) => !isInstalled(program))
  if (missing.length === 0) return resultOf([])
  const install = ['install', '-y', '--no-install-recommends', ...missing.flatMap(({ packages }) => packages)]
  const programs = missing.map(({ program }) => program).join(' and ')
  if (process.getuid?.() !== 0 || !isInstalled('/usr/bin/apt-get')) {
    return resultOf([`The tests need ${programs}. On Debian: sudo apt-get ${install.join(' ')}`])
  }
  for (const args of [['update'], install]) {
    const { code, output } = await runCommand('apt-get', args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
    if (code !== 0) return resultOf([`apt-get ${args.join(' ')} failed:\n${output}`])
  }
  const absent = missing.filter(({ program }) => !isInstalled(program))
  return resultOf(absent.map(({ program }) => `apt-get did not bring ${program}`))
}
